import { parseAst } from 'vite'

/**
 * @typedef {object} UiText
 * @property {number} start offset of the first character in the source
 * @property {number} end offset after the last character
 * @property {string} raw the source between them, white space collapsed
 */

/** Attributes whose values are code, addresses or styles. */
const codeAttributes =
  /^(?:className|id|href|to|type|name|role|key|rel|target|d|fill|stroke.*|viewBox|variant|size|tone|kind|as|autoComplete|inputMode|align|side|htmlFor|data-.*|aria-(?:live|haspopup|controls|labelledby|describedby|current|sort|orientation)|.*(?:Class|Id|Key))$/u

/** Calls whose arguments are code. */
const codeCalls =
  /^(?:sql|require|import|querySelector.*|closest|matches|addEventListener|defineRoute|cn|clsx|RegExp|test|expect|describe)$/u

const sqlText =
  /\b(?:select|insert into|update|delete from|from|where|create|alter|drop|grant|revoke|begin|commit|set|join|order by|returning|values)\b/u

/**
 * Lists the texts of a source file that a user may read: text and text attributes of JSX, and
 * string and template literals that read as prose. Literals that are code (class names, SQL
 * in lower case, imports) are left out.
 *
 * @param {string} file name of the file, for its extension
 * @param {string} source
 * @returns {UiText[]} in the order of the source, without overlaps
 */
export function extractTexts(file, source) {
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file)
  /** @type {UiText[]} */
  const texts = []
  const add = (start, end) => {
    const raw = source.slice(start, end).replace(/\s+/gu, ' ')
    if (/\p{L}{2}/u.test(raw)) texts.push({ start, end, raw })
  }
  visit(program, { source, add })
  return texts.toSorted((left, right) => left.start - right.start)
}

function visit(node, context) {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, context)
    return
  }
  if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return
  const handled = visitors[node.type]?.(node, context) ?? false
  if (handled) return
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'type' && typeof value === 'object') visit(value, context)
  }
}

/** A visitor answers true when it dealt with the children itself. */
const visitors = {
  ImportDeclaration: () => true,
  ExportAllDeclaration: () => true,
  TSTypeAnnotation: () => true,
  TSTypeAliasDeclaration: () => true,
  TSInterfaceDeclaration: () => true,
  TSAsExpression: (node, context) => {
    visit(node.expression, context)
    return true
  },
  TSSatisfiesExpression: (node, context) => {
    visit(node.expression, context)
    return true
  },
  JSXAttribute: (node, context) => {
    const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
    return codeAttributes.test(name) ? true : literalAttribute(node.value, context)
  },
  CallExpression: (node) => node.callee.type === 'Identifier' && codeCalls.test(node.callee.name),
  TaggedTemplateExpression: () => true,
  JSXElement: (node, context) => {
    visit(node.openingElement, context)
    jsxChildren(node.children, context)
    return true
  },
  JSXFragment: (node, context) => {
    jsxChildren(node.children, context)
    return true
  },
  Literal: (node, context) => {
    if (typeof node.value === 'string' && isProse(node.value)) context.add(node.start, node.end)
    return true
  },
  TemplateLiteral: (node, context) => {
    const text = node.quasis.map((quasi) => quasi.value.cooked ?? '').join('x')
    if (isProse(text)) {
      context.add(node.start, node.end)
      return true
    }
    return false
  },
}

function literalAttribute(value, { add }) {
  if (value?.type !== 'Literal') return false
  if (/\p{L}/u.test(value.value)) add(value.start, value.end)
  return true
}

/** Text and the expressions between it are one text, so that a sentence is read whole. */
function jsxChildren(children, context) {
  /** @type {any[]} */
  let run = []
  const flush = () => {
    const first = run.some(hasText) ? run.findIndex(isWorded) : -1
    const last = run.findLastIndex(isWorded)
    if (first >= 0) context.add(trimmedStart(run[first], context), trimmedEnd(run[last], context))
    run.forEach((child, index) => {
      if (first < 0 || index < first || index > last) visit(child, context)
    })
    run = []
  }
  for (const child of children) {
    const isShort = child.end - child.start <= 120
    const isPart =
      child.type === 'JSXText' ||
      (isShort && (child.type === 'JSXExpressionContainer' || isInline(child)))
    if (isPart) run.push(child)
    else {
      flush()
      visit(child, context)
    }
  }
  flush()
}

const hasText = (child) => child.type === 'JSXText' && /\p{L}/u.test(child.value)

const isWorded = (child) =>
  (child.type === 'JSXText' && child.value.trim() !== '') || isInline(child)

const isInline = (child) =>
  child.type === 'JSXElement' &&
  /^(?:b|strong|em|code|i|kbd|span|Kbd|Link|bdi)$/u.test(child.openingElement.name.name ?? '') &&
  child.children.some(hasText)

function trimmedStart(child, { source }) {
  const text = source.slice(child.start, child.end)
  return child.start + (text.length - text.trimStart().length)
}

function trimmedEnd(child, { source }) {
  const text = source.slice(child.start, child.end)
  return child.end - (text.length - text.trimEnd().length)
}

/** A text with words, or one capitalized word, as labels are; not SQL, not class names. */
function isProse(text) {
  const trimmed = text.trim()
  if (/^[\p{Lu}][\p{Ll}]+$/u.test(trimmed)) return true
  if (!/\p{L}\p{Ll}+[ ,.:…]/u.test(`${trimmed} `) || !trimmed.includes(' ')) return false
  if (
    /(?:^|\s)(?:flex|grid|text-\w|bg-|px-|py-|border|rounded|hover:|min-w|max-w|gap-\d|w-\d|h-\d)/u.test(
      trimmed,
    )
  )
    return false
  return /^\p{Lu}/u.test(trimmed) || !(sqlText.test(trimmed) && /[(),=;*$]/u.test(trimmed))
}
