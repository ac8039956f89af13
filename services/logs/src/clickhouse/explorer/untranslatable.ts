/** A part of a query that ClickHouse cannot run, or that names nothing; `byte` is its place. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable'
  readonly byte: number | null

  constructor(message: string, byte: number | null) {
    super(message)
    this.byte = byte
  }
}

/** The place of a node in bytes of the text, as the parser gives it. */
export const byteOf = ({ location }: { readonly location?: unknown }): number | null =>
  typeof location === 'number' ? location : null
