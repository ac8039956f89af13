type Design = {
  name: string
  version: number
  /** Stores by name; stores of older versions are dropped. */
  stores: readonly string[]
}

type Work<T> = (stores: (name: string) => IDBObjectStore) => Promise<T>

/**
 * A database of the browser. Every call may be refused: private windows have none, disks are
 * full. It is let go of at once when it is to be deleted, and opened again with the next call.
 */
export class BrowserDatabase {
  readonly #design: Design
  #opening: Promise<IDBDatabase> | undefined

  constructor(design: Design) {
    this.#design = design
  }

  /**
   * One transaction. `work` must only await its requests; the transaction is aborted when it
   * throws.
   */
  async run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    const database = await (this.#opening ??= this.#open())
    const transaction = database.transaction([...this.#design.stores], mode)
    const ended = new Promise<void>((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error('The request was aborted'))
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', fail)
    })
    try {
      const [result] = await Promise.all([work((name) => transaction.objectStore(name)), ended])
      return result
    } catch (error) {
      giveUp(transaction)
      throw error
    }
  }

  async #open(): Promise<IDBDatabase> {
    try {
      const database = await this.#opened()
      const discard = () => {
        this.#opening = undefined
      }
      database.addEventListener('versionchange', () => {
        discard()
        database.close()
      })
      database.addEventListener('close', discard)
      return database
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  /** Asynchronous, so that a synchronous error is not cached as the opening. */
  async #opened(): Promise<IDBDatabase> {
    const { name, version, stores } = this.#design
    const request = indexedDB.open(name, version)
    request.addEventListener('upgradeneeded', () => {
      for (const old of request.result.objectStoreNames) request.result.deleteObjectStore(old)
      for (const store of stores) request.result.createObjectStore(store)
    })
    return getAnswer(request)
  }
}

function giveUp(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}

export const getAnswer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The request failed')),
    )
  })
