import { ApiError } from '@basalt/contract/errors'
import type { Snippet } from '@basalt/contract/project/snippets'

import type { Setting } from '../../../lib/storage/storage.ts'
import { readDraft, writeDraft } from './draft.ts'

/** A moment after typing the text is in the browser, after a rest it is on the server. */
const draftMs = 300
const restMs = 1500
const retryMs = 10_000

export type SnippetServer = {
  create: (text: string) => Promise<Snippet>
  /** Throws an `ApiError` of the kind `conflict` when the version is not the stored one. */
  update: (change: { version: number; sql: string; keeps?: boolean }) => Promise<Snippet>
  read: () => Promise<Snippet>
}

type SaverState = {
  text: string
  /** The server's state, as far as this page knows it. */
  base: { sql: string; version: number | null }
  isSaving: boolean
  error: Error | null
  /** The browser has no room for the text, which is nowhere until it is saved. */
  isOnlyInMemory: boolean
  /** Another user's text, which needs a decision; nothing is saved until then. */
  theirs: Snippet | null
}

/** The state next to the text; the same object until a part of it changes. */
type SaverOutline = Omit<SaverState, 'text'> & { isEmpty: boolean; isSaved: boolean }

type Options = {
  server: SnippetServer
  /** Null for a query that was not saved yet. */
  snippet: Snippet | null
  /** The setting of the draft: under the name of a new query, or under the snippet's id. */
  getDraft: (isNew: boolean) => Setting<string | undefined>
  /** A save without a response yet: a page that closes leaves it. */
  sent: Setting<string | undefined>
}

/** The page that shows the query. */
export type SaverHost = {
  savesItself: () => boolean
  /** Called when the server has created it. */
  onCreated: (snippet: Snippet) => void
  /** The text changed without being typed. */
  onReplaced: (text: string) => void
}

const nobody: SaverHost = {
  savesItself: () => false,
  onCreated: () => undefined,
  onReplaced: () => undefined,
}

/**
 * Saves one query: each change is in the browser at once and on the server after a debounce. Texts
 * of two pages never overwrite each other: the second save waits for a decision (optimistic
 * concurrency), and the rejected text is stored as a version.
 */
export class SnippetSaver {
  readonly #server: SnippetServer
  readonly #getDraft: Options['getDraft']
  readonly #isNew: boolean
  readonly #sent: Options['sent']
  /** A text of ours that the server may have without our knowing. */
  #perhapsSaved: string | undefined
  readonly #watchers = new Set<() => void>()
  #state: SaverState
  #outline: SaverOutline
  #host = nobody
  #isTyped = false
  /** The draft that this page left in the browser. */
  #written: string | undefined
  #draftTimer: Timer | undefined
  #saveTimer: Timer | undefined

  constructor({ server, snippet, getDraft, sent }: Options) {
    this.#server = server
    this.#getDraft = getDraft
    this.#isNew = snippet === null
    this.#sent = sent
    this.#perhapsSaved = sent.get()
    const draft = readDraft(getDraft(snippet === null))
    this.#written = draft?.text
    this.#state = initialState(snippet, draft, this.#perhapsSaved)
    this.#outline = getOutlineFor(this.#state)
  }

  readonly get = (): SaverState => this.#state

  readonly text = (): string => this.#state.text

  /** Most keys do not change it, so components that show only this are not rendered again. */
  readonly getOutline = (): SaverOutline => this.#outline

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  isConnected(): boolean {
    return this.#watchers.size > 0
  }

  readonly change = (text: string): void => {
    this.#isTyped = true
    this.#set({ text })
    clearTimeout(this.#draftTimer)
    if (this.#isSaved()) this.#keepDraft()
    else this.#draftTimer = setTimeout(() => this.#keepDraft(), draftMs)
    if (this.#state.theirs === null) this.#saveLater()
  }

  readonly save = async (): Promise<void> => {
    clearTimeout(this.#saveTimer)
    if (this.#state.isSaving || this.#state.theirs !== null || this.#isSaved()) return
    await this.#send()
  }

  /** Stores the text in the browser, because the page may close at once. */
  readonly keep = (): void => {
    if (this.#draftTimer !== undefined) this.#keepDraft()
  }

  /** Saves without the debounce, because the page is left or hidden. */
  async flush(): Promise<void> {
    this.keep()
    if (this.#host.savesItself() && (this.#isTyped || !this.#isNew)) await this.save()
  }

  /** The server's current state, refetched by the page. */
  seen(stored: Snippet): void {
    const { isSaving, base, text } = this.#state
    if (isSaving || base.version === null || stored.version <= base.version) return
    if (stored.sql === text) this.#settle(stored)
    else if (this.#isSaved()) this.#take(stored)
    // It was sent from here before the page was left, and saved afterwards.
    else if (stored.sql === this.#perhapsSaved) this.#settle(stored)
    else this.#set({ theirs: stored })
  }

  readonly takeTheirs = (): void => {
    if (this.#state.theirs !== null) this.#take(this.#state.theirs)
  }

  /** Saves this text over theirs, which is stored as a version. */
  async saveOwn(): Promise<void> {
    const { theirs, isSaving } = this.#state
    if (theirs === null || isSaving) return
    this.#set({ base: { sql: theirs.sql, version: theirs.version }, theirs: null })
    await this.#send({ keeps: true })
  }

  /** Attaches a page; a draft of an earlier visit is saved after the debounce. */
  connect(page: SaverHost): void {
    this.#host = page
    // It was saved without a response: its draft is obsolete.
    if (this.#isSaved()) this.#keepDraft()
    if (!this.#isNew && !this.#isSaved() && this.#state.theirs === null) this.#saveLater()
  }

  /** Detaches the page: a started save completes without notifications. */
  async leave(): Promise<void> {
    this.#host = { ...nobody, savesItself: this.#host.savesItself }
    await this.flush()
    clearTimeout(this.#draftTimer)
    clearTimeout(this.#saveTimer)
  }

  #set(change: Partial<SaverState>): void {
    this.#state = { ...this.#state, ...change }
    const outline = getOutlineFor(this.#state)
    if (!isSame(outline, this.#outline)) this.#outline = outline
    for (const watcher of this.#watchers) watcher()
  }

  #isSaved(): boolean {
    return this.#state.text === this.#state.base.sql
  }

  #draft(): Setting<string | undefined> {
    return this.#getDraft(this.#state.base.version === null)
  }

  #keepDraft(): void {
    clearTimeout(this.#draftTimer)
    this.#draftTimer = undefined
    const { text, base } = this.#state
    const setting = this.#draft()
    const isKept = this.#isSaved() || writeDraft(setting, { text, version: base.version })
    if (isKept === this.#state.isOnlyInMemory) this.#set({ isOnlyInMemory: !isKept })
    if (!this.#isSaved()) {
      this.#written = text
      return
    }
    // The draft of another tab for the same query must not be deleted.
    if (this.#wroteLast(setting)) setting.remove()
    this.#written = undefined
  }

  #wroteLast(setting: Setting<string | undefined>): boolean {
    const stored = readDraft(setting)?.text
    return stored === this.#written || stored === this.#state.base.sql
  }

  #saveLater(after = restMs): void {
    clearTimeout(this.#saveTimer)
    if (this.#host.savesItself()) this.#saveTimer = setTimeout(() => void this.save(), after)
  }

  #settle(stored: Snippet): void {
    const wasNew = this.#state.base.version === null
    if (wasNew && this.#wroteLast(this.#draft())) this.#draft().remove()
    const base = { sql: stored.sql, version: stored.version }
    this.#set({ base, error: null, theirs: null })
    this.#keepDraft()
    if (wasNew) this.#host.onCreated(stored)
  }

  /** Replaces the text by the server's, in the editor too. */
  #take(stored: Snippet): void {
    const base = { sql: stored.sql, version: stored.version }
    this.#set({ text: stored.sql, base, error: null, theirs: null })
    this.#draft().remove()
    this.#host.onReplaced(stored.sql)
  }

  async #send(change: { keeps?: boolean } = {}): Promise<void> {
    const { text, base } = this.#state
    this.#set({ isSaving: true, error: null })
    this.#sent.set(text)
    try {
      const stored =
        base.version === null
          ? await this.#server.create(text)
          : await this.#server.update({ version: base.version, sql: text, ...change })
      this.#answered(stored, text)
    } catch (error) {
      await this.#refused(error, text)
    }
    this.#set({ isSaving: false })
    const { error, theirs } = this.#state
    if (!this.#isSaved() && error === null && theirs === null) this.#saveLater()
  }

  /** The server has this text, an earlier one of ours whose response was lost, or theirs. */
  #answered(stored: Snippet, text: string): void {
    if (stored.sql === text || stored.sql === this.#perhapsSaved) this.#settle(stored)
    else this.#set({ theirs: stored })
    this.#keepDraft()
    this.#perhapsSaved = undefined
    this.#sent.remove()
  }

  async #refused(error: unknown, sent: string): Promise<void> {
    try {
      if (!(error instanceof ApiError) || error.kind !== 'conflict') throw error
      this.#answered(await this.#server.read(), sent)
    } catch (failure) {
      this.#perhapsSaved = sent
      this.#set({ error: failure instanceof Error ? failure : new Error(String(failure)) })
      this.#keepDraft()
      // A text that is too large is not sent again until it changes.
      const isTooLarge = failure instanceof ApiError && failure.kind === 'payload_too_large'
      if (this.isConnected() && !isTooLarge) this.#saveLater(retryMs)
    }
  }
}

type Timer = ReturnType<typeof setTimeout>

function getOutlineFor({ text, ...rest }: SaverState): SaverOutline {
  return { ...rest, isEmpty: !/\S/u.test(text), isSaved: text === rest.base.sql }
}

const isSame = (one: SaverOutline, other: SaverOutline): boolean =>
  Object.entries(one).every(([key, value]) => other[key as keyof SaverOutline] === value)

function initialState(
  snippet: Snippet | null,
  draft: ReturnType<typeof readDraft>,
  perhapsSaved: string | undefined,
): SaverState {
  const base = { sql: snippet?.sql ?? '', version: snippet?.version ?? null }
  const state = {
    text: base.sql,
    base,
    isSaving: false,
    error: null,
    isOnlyInMemory: false,
    theirs: null,
  }
  if (draft === undefined || draft.text === base.sql) return state
  // A draft of an older version was overtaken by another user.
  const isOld =
    snippet !== null && draft.version !== snippet.version && snippet.sql !== perhapsSaved
  return { ...state, text: draft.text, theirs: isOld ? snippet : null }
}
