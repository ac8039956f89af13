import { createRequire } from 'node:module'

type ComputedStyle = (element: Element, pseudo?: string | null) => CSSStyleDeclaration

/** A rule of a style sheet that sets the property, with the last part of each of its selectors. */
type Rule = { selector: string; value: string; subjects: readonly Subject[] }
type Subject = { tag: string | undefined; className: string | undefined }

/**
 * Queries by role and by visibility read the first three; visibility and pointer events are
 * inherited. Libraries read the others, for popovers, toasts and the SQL editor.
 */
const initial = {
  display: undefined,
  visibility: 'visible',
  'pointer-events': 'auto',
  'animation-name': undefined,
  direction: undefined,
  overflow: undefined,
  'overflow-x': undefined,
  'overflow-y': undefined,
} as const
type Property = keyof typeof initial
const properties = new Map<unknown, Property>(
  (Object.keys(initial) as Property[]).flatMap((name) => [
    [name, name],
    [name.replaceAll(/-(.)/gu, (_, letter: string) => letter.toUpperCase()), name],
  ]),
)

/**
 * Makes `getComputedStyle` quick for the properties that queries read, with the values that
 * jsdom computes: jsdom matches every rule for each element, and parses all of its colours,
 * which is most of the time of a page test. The function that it returns undoes that.
 */
export function quickenStyles(window: Window & typeof globalThis): () => void {
  const computed = window.getComputedStyle
  const quick = quickStyles(window.document, computed.bind(window))
  const targets = [...new Set([window, globalThis])]
  const before = targets.map((target) => target.getComputedStyle)
  for (const target of targets) target.getComputedStyle = quick
  return () => {
    for (const [index, target] of targets.entries())
      target.getComputedStyle = before[index] ?? computed
  }
}

/** Answers `getComputedStyle`: other properties than the quick ones come from `computed`. */
export function quickStyles(document: Document, computed: ComputedStyle): ComputedStyle {
  const readRules = rulesOfSheets(document)
  return (element, pseudo) => {
    if (pseudo !== undefined && pseudo !== null) return computed(element, pseudo)
    const quick = (name: Property) => readValue(element, name, readRules())
    let rest: CSSStyleDeclaration | undefined
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, key) {
        const name = properties.get(key)
        if (name !== undefined) return quick(name)
        if (key === 'getPropertyValue')
          return (requested: string) => {
            const known = properties.get(requested)
            if (known !== undefined) return quick(known)
            rest ??= computed(element)
            return rest.getPropertyValue(requested)
          }
        rest ??= computed(element)
        const value: unknown = Reflect.get(rest, key)
        return typeof value === 'function' ? (value.bind(rest) as unknown) : value
      },
    })
  }
}

type Rules = (name: Property) => readonly Rule[]

/** The value that an element or the nearest ancestor declares, as jsdom inherits it. */
function readValue(element: Element, name: Property, rules: Rules): string {
  const declared = readDeclared(element, name, rules(name))
  const otherwise = initial[name]
  if (declared !== '' || otherwise === undefined) return declared
  return element.parentElement === null ? otherwise : readValue(element.parentElement, name, rules)
}

/** As in jsdom, the last rule that matches wins, regardless of specificity. */
function readDeclared(element: Element, name: Property, rules: readonly Rule[]): string {
  const inline = (element as Partial<HTMLElement>).style?.getPropertyValue(name) ?? ''
  if (inline !== '') return inline === 'unset' ? '' : inline
  const rule = rules.findLast((one) => canMatch(element, one) && matches(element, one.selector))
  return rule === undefined || rule.value === 'unset' ? '' : rule.value
}

const canMatch = (element: Element, { subjects }: Rule) =>
  subjects.some(
    ({ tag, className }) =>
      (tag === undefined || tag === element.localName) &&
      (className === undefined || element.classList.contains(className)),
  )

/** Selectors that jsdom does not know match nothing. */
function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/** Reads the rules again only when a style sheet was added, removed or extended. */
function rulesOfSheets(document: Document): () => Rules {
  const own = readOwnSheet(document)
  let read: { sheet: CSSStyleSheet; size: number }[] | undefined
  let rules: Rules | undefined
  return () => {
    const sheets = [...document.styleSheets]
    const isSame =
      read?.length === sheets.length &&
      read.every(({ sheet, size }, at) => sheet === sheets[at] && size === sheet.cssRules.length)
    if (rules !== undefined && isSame) return rules
    read = sheets.map((sheet) => ({ sheet, size: sheet.cssRules.length }))
    const all = [...own, ...sheets.flatMap((sheet) => listRules(sheet.cssRules))]
    const byProperty = new Map<Property, readonly Rule[]>()
    rules = (name) => {
      const setting = byProperty.get(name) ?? all.flatMap((rule) => readRule(rule, name))
      byProperty.set(name, setting)
      return setting
    }
    return rules
  }
}

/** The rules of jsdom's own style sheet, which it does not list among those of a document. */
function readOwnSheet(document: Document): CSSStyleRule[] {
  const require = createRequire(import.meta.url)
  const text = require('jsdom/lib/jsdom/browser/default-stylesheet.js') as string
  const style = document.createElement('style')
  style.textContent = text
  document.head.append(style)
  const rules = style.sheet === null ? [] : listRules(style.sheet.cssRules)
  style.remove()
  return rules
}

/** Style rules, those for screens among them. */
function listRules(rules: CSSRuleList): CSSStyleRule[] {
  return [...rules].flatMap((rule) => {
    if ('media' in rule) {
      const { media, cssRules } = rule as CSSMediaRule
      return Array.from(media).includes('screen') ? ([...cssRules] as CSSStyleRule[]) : []
    }
    return 'selectorText' in rule ? [rule as CSSStyleRule] : []
  })
}

function readRule({ style, selectorText }: CSSStyleRule, name: Property): Rule[] {
  const value = style?.getPropertyValue(name) ?? ''
  if (value === '') return []
  return [{ selector: selectorText, value, subjects: readSubjects(selectorText) }]
}

/**
 * The tag and a class that the last part of each selector names, where it is plain. A selector
 * with a pseudo-class or an attribute may match any element.
 */
function readSubjects(selectors: string): Subject[] {
  if (/[[(:\\]/u.test(selectors)) return [{ tag: undefined, className: undefined }]
  return selectors.split(',').map((selector) => {
    const last =
      selector
        .trim()
        .split(/[\s>+~]+/u)
        .at(-1) ?? ''
    const [tag = '', className] = last.split('.')
    return { tag: /^[a-z]\w*$/u.test(tag) ? tag : undefined, className: className?.split('#')[0] }
  })
}
