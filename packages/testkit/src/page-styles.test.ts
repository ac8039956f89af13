// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import { quickenStyles, quickStyles } from './page-styles.ts'

afterEach(() => {
  document.head.replaceChildren()
  document.body.replaceChildren()
})

const page = document.defaultView ?? window
const computed = page.getComputedStyle.bind(page)

const tags = [
  'div',
  'span',
  'button',
  'input',
  'table',
  'td',
  'details',
  'dialog',
  'summary',
  'svg',
]
const attributes = [
  {},
  { hidden: '' },
  { class: 'a' },
  { class: 'b a' },
  { type: 'hidden' },
  { open: '' },
  { style: 'display: none' },
  { style: 'visibility: hidden' },
  { style: 'visibility: unset; pointer-events: none' },
  { style: 'overflow: auto; direction: rtl' },
  { style: 'animation: fade 1s; overflow-x: unset' },
]
const sheets = [
  '',
  '.a { display: none } .b { display: block; visibility: hidden }',
  'div .a, td.b { pointer-events: none } .a.b { visibility: visible }',
  '@media screen { .a { display: flex } } @media print { .a { display: none } }',
  'div > span { display: none !important } .b { display: unset } :not(.a) { visibility: collapse }',
  '.a { animation-name: fade; overflow: hidden } .b { animation: turn 1s; overflow-y: scroll }',
  '.b { direction: rtl; overflow: unset } span { overflow-x: clip !important; direction: inherit }',
  '.a::before { display: grid } [hidden] { display: contents } ??? { display: none }',
]

const names = [
  'display',
  'visibility',
  'pointer-events',
  'animation-name',
  'direction',
  'overflow',
  'overflow-x',
  'overflow-y',
]

type Node = { tag: string; attributes: Record<string, string>; children: Node[] }

const node: fc.Memo<Node> = fc.memo((depth) =>
  fc.record({
    tag: fc.constantFrom(...tags),
    attributes: fc.constantFrom<Record<string, string>>(...attributes),
    children: depth > 1 ? fc.array(node(), { maxLength: 3 }) : fc.constant([]),
  }),
)

function build({ tag, attributes: set, children }: Node): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(set)) element.setAttribute(name, value)
  element.append(...children.map(build))
  return element
}

function addSheet(text: string) {
  const style = document.createElement('style')
  style.textContent = text
  document.head.append(style)
}

test('the quick properties of every element are those that jsdom computes', () => {
  const quick = quickStyles(document, computed)
  fc.assert(
    fc.property(fc.array(node(4), { maxLength: 3 }), fc.subarray(sheets), (nodes, texts) => {
      document.head.replaceChildren()
      document.body.replaceChildren(...nodes.map(build))
      for (const text of texts) addSheet(text)
      const read = (style: CSSStyleDeclaration) => [
        ...names.map((name) => style.getPropertyValue(name)),
        style.display,
        style.visibility,
        style.pointerEvents,
        style.animationName,
        style.direction,
        style.overflow,
        style.overflowX,
        style.overflowY,
      ]
      const elements = [...document.querySelectorAll('*')]
      expect(elements.map((one) => read(quick(one)))).toEqual(
        elements.map((one) => read(computed(one))),
      )
    }),
    { numRuns: 30 },
  )
})

test('a rule that is added later counts', () => {
  const quick = quickStyles(document, computed)
  document.body.innerHTML = '<p class="late">Text</p>'
  const text = document.querySelector('p') ?? document.body
  expect(quick(text).display).toBe('block')
  addSheet('.late { display: none }')
  expect(quick(text).display).toBe('none')
  document.styleSheets[0]?.insertRule('.late { display: grid }', 1)
  expect(quick(text).display).toBe('grid')
})

test('other properties are read from jsdom, and it is restored', () => {
  const before = [page.getComputedStyle, globalThis.getComputedStyle]
  const undo = quickenStyles(page)
  document.body.innerHTML = '<p style="color: red; tab-size: 4">Text</p>'
  const text = document.querySelector('p') ?? document.body
  const style = getComputedStyle(text)
  expect([style.tabSize, style.getPropertyValue('color'), style.length > 0]).toEqual([
    '4',
    'rgb(255, 0, 0)',
    true,
  ])
  expect(page.getComputedStyle).toBe(getComputedStyle)
  undo()
  expect([page.getComputedStyle, globalThis.getComputedStyle]).toEqual(before)
})
