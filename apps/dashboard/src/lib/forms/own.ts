/**
 * Reads a record's own property. Columns and parameters may be called `constructor`, which every
 * object inherits.
 */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
