import { errorTracking } from '../../lib/network/error-tracking.ts'
import { whenSessionEnds } from '../../lib/session/session-end.ts'
import { takeAssistantRequests } from './assistant-opening.ts'
import {
  type AssistantPlace,
  type Stored,
  storedStamp,
  legacyState,
  putStored,
  readStored,
  writeStored,
} from './assistant-record.ts'
import { type AssistantState, storedMessages, loaded, stopped, wished } from './assistant-state.ts'
import { mergedStates } from './merged-states.ts'

type Edit = (state: AssistantState) => AssistantState

/** SPEC.md section 7. */
const pauseMs = 500
/** Words of an answer may leave no such pause for minutes. */
const maxMs = 3000

const stores = new Map<string, AssistantStore>()

/** The one store of a project and a person in this browser tab. */
export function assistantStore(ref: string, owner: string | null): AssistantStore {
  const name = JSON.stringify([ref, owner])
  const store = stores.get(name) ?? new AssistantStore({ ref, owner })
  stores.set(name, store)
  return store
}

/** Applies requests of the rest of the dashboard to this project. */
export function grantRequests(store: AssistantStore): void {
  const requests = takeAssistantRequests()
  if (requests.length > 0) store.change((state) => wished(state, requests))
}

/**
 * The assistant's state of a project, stored in the browser, and merged with the state of other
 * tabs.
 */
export class AssistantStore {
  readonly #place: AssistantPlace
  readonly #listeners = new Set<() => void>()
  #loading: Promise<void> | undefined
  #state: AssistantState | undefined
  /** The last stored state, with the messages of `#state`, too. */
  #base: Stored | undefined
  /** Changes from before it was loaded. */
  #early: Edit[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Since when a change is unsaved. */
  #since = 0
  #isChanged = false
  #saving = Promise.resolve()
  #isSaving = false
  #isOver = false

  constructor(place: AssistantPlace) {
    this.#place = place
  }

  /** Undefined until it is loaded, and once the session has ended. The same until it changes. */
  get = (): AssistantState | undefined => (this.#isOver ? undefined : this.#state)

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Loads once, however often it is called. An unreadable state is replaced by the initial one. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load())
  }

  /** Changes before loading are applied afterwards. */
  change(edit: Edit): void {
    if (this.#isOver) return
    if (this.#state === undefined) {
      this.#early.push(edit)
      return
    }
    const next = edit(this.#state)
    if (next === this.#state) return
    this.#show(next)
    if (!this.#isChanged) this.#since = Date.now()
    this.#isChanged = true
    clearTimeout(this.#timer)
    const remainingMs = this.#since + maxMs - Date.now()
    this.#timer = setTimeout(() => void this.flush(), Math.max(0, Math.min(pauseMs, remainingMs)))
  }

  /** Stores unsaved changes. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#isChanged) {
      this.#isChanged = false
      this.#saving = this.#saving.then(() => this.#save())
    }
    return this.#saving
  }

  /**
   * Stores unsaved changes, even while the page is closing, unless another tab has changed them.
   */
  leave(): void {
    const { ref } = this.#place
    const isWaiting = this.#isChanged || this.#isSaving
    if (this.#state === undefined || !isWaiting) return
    if (storedStamp(ref).get() !== this.#base?.stamp) return void this.flush()
    clearTimeout(this.#timer)
    this.#isChanged = false
    const stored = { state: storedMessages(this.#state), stamp: crypto.randomUUID() }
    storedStamp(ref).set(stored.stamp)
    this.#saving = Promise.all([this.#saving, this.#put(stored)]).then(() => undefined)
  }

  /** Deletes everything; unsaved changes are stored first unless the user signed out. */
  async end(reason: 'sign-out' | 'expiry'): Promise<void> {
    this.#isOver = true
    this.#early = []
    for (const listener of this.#listeners) listener()
    if (reason === 'expiry') await this.flush()
    clearTimeout(this.#timer)
    this.#state = undefined
    this.#base = undefined
  }

  async #load(): Promise<void> {
    const { ref } = this.#place
    const stored = await readStored(this.#place).catch((error: unknown) =>
      this.#report('read', error),
    )
    if (this.#isOver) return
    if (stored !== undefined) this.#base = { ...stored, state: stopped(stored.state) }
    const legacy = legacyState(ref)
    const previous = legacy.get()
    if (previous === undefined) legacy.remove()
    const state = both(this.#base?.state, previous)
    this.#show(loaded(state, { ref, id: crypto.randomUUID(), now: new Date().toISOString() }))
    if (previous !== undefined) {
      this.#isChanged = true
      void this.flush()
    }
    for (const edit of this.#early.splice(0)) this.change(edit)
  }

  async #save(): Promise<void> {
    let [own, together]: (AssistantState | undefined)[] = []
    this.#isSaving = true
    try {
      const stored = await writeStored(this.#place, (found) => {
        own = this.#state
        together = this.#together(found)
        return together && { state: storedMessages(together), stamp: crypto.randomUUID() }
      })
      if (stored === undefined || this.#state === undefined) return
      this.#base = stored
      storedStamp(this.#place.ref).set(stored.stamp)
      legacyState(this.#place.ref).remove()
      if (together !== undefined && together !== own)
        this.#show(mergedStates({ base: own, own: this.#state, theirs: together }))
    } catch (error) {
      this.#isChanged = true
      this.#report('save', error)
    } finally {
      this.#isSaving = false
    }
  }

  async #put(stored: Stored): Promise<void> {
    try {
      await putStored(this.#place, stored)
      // Not before: a state that was never stored must not look like one that another tab removed.
      if (this.#state !== undefined) this.#base = stored
    } catch (error) {
      this.#isChanged = true
      this.#report('save', error)
    }
  }

  /** Merged with changes of another tab, if any. */
  #together(found: Stored | undefined): AssistantState | undefined {
    const [own, base] = [this.#state, this.#base]
    if (own === undefined || found?.stamp === base?.stamp) return own
    // It was removed by signing out in another tab, and must not be restored.
    if (found === undefined) return undefined
    return mergedStates({ base: base?.state, own, theirs: stopped(found.state) })
  }

  #show(state: AssistantState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** SPEC.md section 8: "Only logged". Failures after the end are ignored. */
  #report(work: 'read' | 'save', reason: unknown): void {
    if (this.#isOver && this.#state === undefined) return
    const error = reason instanceof Error ? reason : new Error(String(reason))
    errorTracking.report(error, { assistant: work })
  }
}

function both(
  own: AssistantState | undefined,
  theirs: AssistantState | undefined,
): AssistantState | undefined {
  if (own === undefined || theirs === undefined) return own ?? theirs
  return mergedStates({ base: undefined, own, theirs })
}

whenSessionEnds((reason) => {
  takeAssistantRequests()
  for (const store of stores.values()) void store.end(reason)
  stores.clear()
})

const leaveAll = () => {
  for (const store of stores.values()) store.leave()
}

// The state is stored as far as the browser permits.
globalThis.addEventListener('pagehide', leaveAll)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leaveAll()
})
