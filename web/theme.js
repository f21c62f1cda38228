// Runs before the first paint, so that a remembered colour scheme does not flash. `MantineProvider` takes over from here.
let remembered;
try {
  remembered = localStorage.getItem('mantine-color-scheme-value');
} catch {
  // A browser that keeps nothing follows the system.
}
const dark =
  remembered === 'dark' || (remembered !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
