/**
 * The part of IndexedDB that the dashboard uses, in memory, because jsdom has none. A transaction
 * ends once none of its requests is open, and an aborted one leaves nothing.
 */
export function browserDatabases() {
  // The library that wraps IndexedDB recognizes its objects by their classes.
  Object.assign(globalThis, {
    IDBDatabase: Connection,
    IDBTransaction: Transaction,
    IDBObjectStore: ObjectStore,
    IDBRequest: Request,
    IDBIndex: Unused,
    IDBCursor: Unused,
  })
  const databases = new Map<string, Database>()
  const isRefused = { now: false }
  const browser = {
    /** Whether it refuses to open and to write. */
    isRefused,
    /** A spy for the requests to its stores, by name of the method. */
    requested: (_method: string): void => undefined,
    /** The content of a store, by key. */
    held: (name: string, store: string): ReadonlyMap<string, unknown> =>
      databases.get(name)?.stores.get(store) ?? new Map<string, unknown>(),
    indexedDB: {
      open(name: string) {
        const request = new Request()
        later(() => {
          if (isRefused.now) return request.fail(new Error('It is refused'))
          const known = databases.get(name)
          const database = known ?? newDatabase(onCall)
          databases.set(name, database)
          const connection = new Connection(database)
          request.result = connection
          if (known === undefined) request.dispatchEvent(new Event('upgradeneeded'))
          request.dispatchEvent(new Event('success'))
        })
        return request
      },
      deleteDatabase(name: string) {
        const database = databases.get(name)
        databases.delete(name)
        for (const one of database?.open ?? []) one.dispatchEvent(new Event('versionchange'))
      },
    },
  }
  const onCall = (method: string) => {
    browser.requested(method)
    if (isRefused.now) throw new Error('It is refused')
  }
  return browser
}

type Store = Map<string, unknown>
type OnCall = (method: string) => void
type Database = {
  stores: Map<string, Store>
  open: Set<Connection>
  turn: Promise<void>
  onCall: OnCall
}

const newDatabase = (onCall: OnCall): Database => ({
  onCall,
  stores: new Map(),
  open: new Set(),
  turn: Promise.resolve(),
})

/** Independent of a test's fake timers. */
const later = (work: () => void): void => void setImmediate(work)

/** Indexes and cursors, which the dashboard does not use. */
class Unused {
  readonly name = 'unused'
}

class Request extends EventTarget {
  result: unknown
  readonly transaction = null
  error: Error | null = null

  fail(error: Error): void {
    this.error = error
    this.dispatchEvent(new Event('error'))
  }
}

class Connection extends EventTarget {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
    database.open.add(this)
  }

  get objectStoreNames(): string[] {
    return [...this.#database.stores.keys()]
  }

  createObjectStore(name: string): void {
    this.#database.stores.set(name, new Map())
  }

  close(): void {
    this.#database.open.delete(this)
  }

  transaction(names: string[]): Transaction {
    if (!this.#database.open.has(this)) throw new Error('The connection is closed')
    return new Transaction(this.#database, names)
  }
}

/** One after the other, like write transactions. */
class Transaction extends EventTarget {
  readonly error = null
  readonly #onCall: OnCall
  readonly #turn: Promise<void>
  readonly #stores: Map<string, Store>
  readonly #written = new Map<string, Store>()
  #waiting = 0
  #isOver = false

  constructor(database: Database, names: string[]) {
    super()
    this.#onCall = database.onCall
    this.#stores = database.stores
    this.#turn = this.#begin(database.turn, names)
    database.turn = new Promise((resolve) => {
      for (const end of ['abort', 'complete']) this.addEventListener(end, () => resolve())
    })
  }

  async #begin(turn: Promise<void>, names: string[]): Promise<void> {
    await turn
    for (const name of names) this.#written.set(name, new Map(this.#stores.get(name)))
    this.#endWhenIdle()
  }

  abort(): void {
    if (this.#isOver) throw new Error('It is over')
    this.#isOver = true
    this.dispatchEvent(new Event('abort'))
  }

  objectStore(name: string): ObjectStore {
    return new ObjectStore(this, (method, work) => {
      this.#onCall(method)
      return this.#ask(name, work)
    })
  }

  commit(): void {
    this.#onCall('commit')
  }

  #ask(name: string, work: (store: Store) => unknown): Request {
    if (this.#isOver) throw new Error('It is over')
    const request = new Request()
    this.#waiting += 1
    void this.#turn.then(() =>
      later(() => {
        this.#waiting -= 1
        const store = this.#written.get(name)
        if (this.#isOver || store === undefined) return
        request.result = work(store)
        request.dispatchEvent(new Event('success'))
        this.#endWhenIdle()
      }),
    )
    return request
  }

  #endWhenIdle(): void {
    later(() => {
      if (this.#isOver || this.#waiting > 0) return
      this.#isOver = true
      for (const [name, store] of this.#written) this.#stores.set(name, store)
      this.dispatchEvent(new Event('complete'))
    })
  }
}

class ObjectStore {
  readonly transaction: Transaction
  readonly #ask: (method: string, work: (store: Store) => unknown) => Request

  constructor(
    transaction: Transaction,
    ask: (method: string, work: (store: Store) => unknown) => Request,
  ) {
    this.transaction = transaction
    this.#ask = ask
  }

  get(key: string): Request {
    return this.#ask('get', (store) => structuredClone(store.get(key)))
  }

  getAllKeys(): Request {
    return this.#ask('getAllKeys', (store) => [...store.keys()])
  }

  put(value: unknown, key: string): Request {
    const copy: unknown = structuredClone(value)
    return this.#ask('put', (store) => store.set(key, copy))
  }

  delete(key: string): Request {
    return this.#ask('delete', (store) => store.delete(key))
  }
}
