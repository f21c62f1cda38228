/** Adds the value to the list, or removes it if the list has it. */
export const toggled = (list: readonly string[], value: string): readonly string[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
