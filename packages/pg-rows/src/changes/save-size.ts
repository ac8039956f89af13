import { type ByteBudget, EngineError, takeWhenFree } from '@basalt/engine'

import type { Image } from './statements.ts'

/** Memory limits of one save and of all saves together. */
export type SaveLimits = {
  /** Rows before and after the save, those of cascades included. */
  saveBytes: number
  openResults: ByteBudget
}

/** For tools and tests, which save known data. */
const defaultLimits: SaveLimits = {
  saveBytes: 32 * 1024 * 1024,
  openResults: { limit: Infinity, take: () => true, give: () => {} },
}

/** The rows are in memory once as read and once as sent to the history. */
const copies = 2

/** Memory used by the rows of one save while its transaction is open. */
export class SaveSize {
  readonly #limits: SaveLimits
  #bytes = 0
  #taken = 0

  constructor(limits: SaveLimits = defaultLimits) {
    this.#limits = limits
  }

  /** @throws EngineError when they are too much, which ends the transaction without a change. */
  async add(images: Iterable<Image | null>): Promise<void> {
    const { saveBytes, openResults } = this.#limits
    let bytes = 0
    for (const image of images) if (image !== null) bytes += getSize(image)
    if (this.#bytes + bytes > saveBytes)
      throw new EngineError('too-large', 'The rows are too large')
    if (!(await takeWhenFree(openResults, bytes * copies))) throw noRoom()
    this.#bytes += bytes
    this.#taken += bytes * copies
  }

  /** Releases the memory of the rows. */
  end(): void {
    this.#limits.openResults.give(this.#taken)
    this.#taken = 0
  }
}

/** The memory for a value. */
const getSize = (image: Image): number =>
  image.reduce((bytes, value) => bytes + (value?.length ?? 0) + 8, 0)

const noRoom = () =>
  new EngineError(
    'overloaded',
    'The server is busy with other large rows. Nothing was changed. Try again in a moment.',
  )

/** An error that explains how to save fewer rows at once. */
export function tooLargeToSave(
  cause: EngineError,
  { rows, limits = defaultLimits }: { rows: number; limits?: SaveLimits | undefined },
): EngineError {
  const most = sizeText(limits.saveBytes)
  const text =
    rows === 1
      ? `This row is too large to change or delete here: its values before and after the change are limited to ${most} together, so that the change can be undone. Nothing was changed. Use the SQL editor.`
      : `These rows are too large to change or delete at once: their values before and after the change are limited to ${most} together, so that the change can be undone. Nothing was changed. Save fewer rows at a time, or use the SQL editor.`
  return new EngineError('too-large', text, { cause })
}

const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / (1024 * 1024))} MB`
