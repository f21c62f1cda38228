/** The list without the value, or with it if it did not have it. */
export const toggled = (list: readonly string[], value: string): readonly string[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
