/** The part of a logger that jobs write to. */
export type Log = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
