export const engineNames = ['embedded', 'postgresql'] as const;
export type EngineName = (typeof engineNames)[number];
