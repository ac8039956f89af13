/** The publication whose changes go out in real time. */
export const realtimePublication = 'basalt_realtime'

/**
 * A design that cannot become SQL, with a message for each field that is at fault:
 * `columns.0.data_type`.
 */
export class DesignError extends Error {
  override readonly name = 'DesignError'
  readonly fields: Record<string, string>

  constructor(fields: Record<string, string>) {
    super(Object.values(fields)[0] ?? 'The table design is incomplete')
    this.fields = fields
  }
}
