/** Stands for secrets that the server derives from its key. */
export const testSecret = (label: string): string => `secret of ${label}`
