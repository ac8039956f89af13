import { type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

type Design = {
  name: string
  version: number
  /** Stores by name; an upgrade drops the stores of older versions. */
  stores: readonly string[]
}

/** A store in the transaction of `run`. Its methods return promises. */
export type Store = IDBPObjectStore<unknown, string[], string, IDBTransactionMode> & {
  put: (value: unknown, key: string) => Promise<unknown>
  delete: (key: string) => Promise<void>
}

type Work<T> = (stores: (name: string) => Store) => Promise<T>

/**
 * A database of the browser. Every call may be refused: private windows have none, and disks are
 * full. The connection is closed at once when another tab deletes or upgrades the database, and
 * opened again with the next call.
 */
export class BrowserDatabase {
  readonly #design: Design
  #opening: Promise<IDBPDatabase> | undefined

  constructor(design: Design) {
    this.#design = design
  }

  /** One transaction. `work` must await its requests; the transaction is undone when it throws. */
  async run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    const database = await (this.#opening ??= this.#open())
    const transaction = database.transaction([...this.#design.stores], mode)
    try {
      // The library leaves out the methods that write, because it knows the mode only as a type.
      const stores = (name: string) => transaction.objectStore(name) as Store
      const [result] = await Promise.all([work(stores), transaction.done])
      return result
    } catch (error) {
      abort(transaction)
      throw error
    }
  }

  async #open(): Promise<IDBPDatabase> {
    const discard = () => {
      this.#opening = undefined
    }
    try {
      return await this.#connect(discard)
    } catch (error) {
      discard()
      throw error
    }
  }

  /** Asynchronous, so that a browser that throws at once is not remembered as the opening. */
  async #connect(discard: () => void): Promise<IDBPDatabase> {
    const { name, version, stores } = this.#design
    const database: IDBPDatabase = await openDB(name, version, {
      upgrade(upgraded) {
        for (const old of upgraded.objectStoreNames) upgraded.deleteObjectStore(old)
        for (const store of stores) upgraded.createObjectStore(store)
      },
      blocking() {
        discard()
        database.close()
      },
      terminated: discard,
    })
    return database
  }
}

function abort(transaction: { abort: () => void }): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}
