import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  search,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view'

/** Find and replace at the top of the editor, in the style of the page. */
export const searchPanel: Extension = search({
  top: true,
  createPanel: (view) => new FindPanel(view),
})

const maxCounted = 10_000

class FindPanel implements Panel {
  readonly dom = make('div', 'cm-find')
  readonly top = true
  readonly #view: EditorView
  readonly #find = field('Find')
  readonly #replacement = field('Replace with')
  readonly #count = make('span', 'cm-find-count')
  readonly #toggles: readonly { dom: HTMLButtonElement; option: Option }[]

  constructor(view: EditorView) {
    this.#view = view
    this.#find.setAttribute('main-field', 'true')
    this.#count.setAttribute('role', 'status')
    this.#toggles = options.map((option) => ({ dom: this.#toggle(option), option }))
    const first = make('div', 'cm-find-row')
    first.append(
      this.#find,
      ...this.#toggles.map(({ dom }) => dom),
      this.#count,
      button('Previous', () => findPrevious(view)),
      button('Next', () => findNext(view)),
      button('Close', () => {
        closeSearchPanel(view)
        view.focus()
      }),
    )
    const second = make('div', 'cm-find-row')
    second.append(
      this.#replacement,
      button('Replace', () => replaceNext(view)),
      button('Replace all', () => replaceAll(view)),
    )
    this.dom.append(first, second)
    this.dom.setAttribute('role', 'search')
    this.dom.addEventListener('keydown', (event) => this.#onKey(event))
    for (const input of [this.#find, this.#replacement]) {
      input.addEventListener('input', () => this.#commit())
    }
    this.#show(getSearchQuery(view.state))
  }

  mount() {
    this.#find.select()
  }

  update({ transactions, docChanged, state }: ViewUpdate) {
    const query = transactions
      .flatMap(({ effects }) => effects)
      .find((one) => one.is(setSearchQuery))
    if (query !== undefined) this.#show(query.value)
    else if (docChanged) this.#tell(getSearchQuery(state))
  }

  #toggle(option: Option): HTMLButtonElement {
    const dom = button(option.label, () => {
      dom.setAttribute('aria-pressed', String(dom.getAttribute('aria-pressed') !== 'true'))
      this.#commit()
    })
    dom.textContent = option.sign
    dom.setAttribute('aria-label', option.label)
    dom.title = option.label
    return dom
  }

  #onKey(event: KeyboardEvent) {
    if (runScopeHandlers(this.#view, event, 'search-panel')) event.preventDefault()
    else if (event.key === 'Enter' && event.target === this.#find) {
      event.preventDefault()
      if (event.shiftKey) findPrevious(this.#view)
      else findNext(this.#view)
    } else if (event.key === 'Enter' && event.target === this.#replacement) {
      event.preventDefault()
      replaceNext(this.#view)
    }
  }

  #commit() {
    const chosen = this.#toggles.map(({ dom, option }) => [
      option.name,
      dom.getAttribute('aria-pressed') === 'true',
    ])
    const query = new SearchQuery({
      search: this.#find.value,
      replace: this.#replacement.value,
      ...(Object.fromEntries(chosen) as Record<Option['name'], boolean>),
    })
    if (!query.eq(getSearchQuery(this.#view.state))) {
      this.#view.dispatch({ effects: setSearchQuery.of(query) })
    }
  }

  #show(query: SearchQuery) {
    if (this.#find.value !== query.search) this.#find.value = query.search
    if (this.#replacement.value !== query.replace) this.#replacement.value = query.replace
    for (const { dom, option } of this.#toggles) {
      dom.setAttribute('aria-pressed', String(query[option.name]))
    }
    this.#tell(query)
  }

  #tell(query: SearchQuery) {
    this.#count.textContent = query.search === '' ? '' : getCount(query, this.#view)
  }
}

function getCount(query: SearchQuery, { state }: EditorView): string {
  if (!query.valid) return 'Invalid regular expression'
  let count = 0
  const cursor = query.getCursor(state)
  for (let next = cursor.next(); next.done !== true; next = cursor.next()) {
    count++
    if (count === maxCounted) return `${maxCounted} or more`
  }
  return count === 1 ? '1 match' : `${count} matches`
}

type Option = { name: 'caseSensitive' | 'wholeWord' | 'regexp'; sign: string; label: string }

const options: readonly Option[] = [
  { name: 'caseSensitive', sign: 'Aa', label: 'Match case' },
  { name: 'wholeWord', sign: 'W', label: 'Whole words' },
  { name: 'regexp', sign: '.*', label: 'Regular expression' },
]

function make(name: string, className: string): HTMLElement {
  const dom = document.createElement(name)
  dom.className = className
  return dom
}

function field(label: string): HTMLInputElement {
  const dom = document.createElement('input')
  dom.className = 'cm-textfield'
  dom.placeholder = label
  dom.setAttribute('aria-label', label)
  return dom
}

function button(label: string, run: () => void): HTMLButtonElement {
  const dom = document.createElement('button')
  dom.type = 'button'
  dom.className = 'cm-button'
  dom.textContent = label
  dom.addEventListener('click', run)
  return dom
}
