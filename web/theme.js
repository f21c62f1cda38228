// Runs before the first paint, so that a remembered color scheme does not flash. `MantineProvider` takes over afterward.
let remembered;
try {
  remembered = localStorage.getItem('mantine-color-scheme-value');
} catch {
  // Without local storage, follow the system.
}
const dark =
  remembered === 'dark' || (remembered !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
