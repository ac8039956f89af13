/** Stands for what the server derives from its secret key. */
export const testSecret = (label: string): string => `secret of ${label}`
