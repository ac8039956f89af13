/**
 * What a record holds under a name that somebody else chose. Columns and parameters may be
 * called `constructor`, and every object answers to that.
 */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
