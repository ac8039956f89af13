import { lexer, type Token, type Tokens } from 'marked'
import { createContext, type ElementType, Fragment, type ReactNode, use, useMemo } from 'react'

type Props = {
  text: string
  /** Shows a block of SQL; all other code is shown as it is. */
  renderSql: (sql: string) => ReactNode
}

const SqlContext = createContext<Props['renderSql']>((sql) => sql)

/** Deeper nesting is shown as source text. */
const deepest = 12

/**
 * Text of a model. It may repeat text that strangers stored in a database, so none of it becomes
 * markup: no HTML, no image is fetched, and a link shows its target.
 */
export function Markdown({ text, renderSql }: Props) {
  const tokens = useMemo(() => read(text), [text])
  return (
    <SqlContext value={renderSql}>
      <Parts tokens={tokens} depth={0} />
    </SqlContext>
  )
}

/** All options are given, because the library's defaults are not merged with them. */
const options = { gfm: true, breaks: true }

function read(text: string): Token[] {
  try {
    return lexer(text, options)
  } catch {
    // Nested deeper than can be read.
    return [{ type: 'text', raw: text, text }]
  }
}

function Parts({ tokens = [], depth }: { tokens?: Token[] | undefined; depth: number }) {
  return tokens.map((token, at) =>
    depth > deepest ? (
      <Fragment key={at}>{token.raw}</Fragment>
    ) : (
      <Part key={at} token={token as MarkdownToken} depth={depth + 1} />
    ),
  )
}

/** The library's `Token` type accepts any object, and so does not narrow. */
type MarkdownToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Code
  | Tokens.List
  | Tokens.ListItem
  | Tokens.Blockquote
  | Tokens.Table
  | Tokens.Link
  | Tokens.Image
  | Tokens.Hr
  | Tokens.Br
  | Tokens.Space
  | Tokens.Escape
  | Tokens.Checkbox
  | Tokens.HTML

/** The one piece of HTML that tables are written with. */
const lineBreak = /^<br\s*\/?>$/iu

type PartProps = { token: MarkdownToken; depth: number }

function Part({ token, depth }: PartProps) {
  const { type } = token
  if (type === 'code') return <Code token={token} />
  if (type === 'list') return <List token={token} depth={depth} />
  if (type === 'table') return <TableOf token={token} depth={depth} />
  if (type === 'codespan')
    return <code className="rounded-[3px] bg-sunken px-1 font-mono text-xs">{token.text}</code>
  if (type === 'link')
    return (
      <Outward href={token.href}>
        <Parts tokens={token.tokens} depth={depth} />
      </Outward>
    )
  if (type === 'image')
    return <Outward href={token.href}>{token.text === '' ? 'Picture' : token.text}</Outward>
  if (type === 'hr') return <hr className="border-line" />
  if (type === 'br' || (type === 'html' && lineBreak.test(token.raw))) return <br />
  if (type === 'space') return null
  if (type === 'escape') return token.text
  if (type === 'checkbox') return token.checked ? '☑ ' : '☐ '
  return <Worded token={token} depth={depth} />
}

type WordedProps = {
  token: Tokens.Paragraph | Tokens.Heading | Tokens.Text | Marked | Tokens.ListItem | Tokens.HTML
  depth: number
}
type Marked = Tokens.Strong | Tokens.Em | Tokens.Del | Tokens.Blockquote

const elements: Partial<Record<string, ElementType>> = {
  paragraph: 'p',
  strong: 'strong',
  em: 'em',
  del: 'del',
  blockquote: 'blockquote',
}

function Worded({ token, depth }: WordedProps) {
  // Leaf tokens, and unknown ones such as HTML, are shown as source text.
  const inner =
    'tokens' in token && token.tokens !== undefined ? (
      <Parts tokens={token.tokens} depth={depth} />
    ) : (
      token.raw
    )
  if (token.type === 'heading') return <p className="font-semibold">{inner}</p>
  const Element = elements[token.type]
  return Element === undefined ? inner : <Element>{inner}</Element>
}

function Code({ token: { lang = '', text } }: { token: Tokens.Code }) {
  const renderSql = use(SqlContext)
  if (/^(?:sql|postgres(?:ql)?|pgsql|plpgsql)$/iu.test(lang.trim())) return renderSql(text)
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={0}
      className="overflow-auto rounded-card border border-line bg-sunken p-3 font-mono text-xs leading-5"
    >
      {text}
    </pre>
  )
}

function List({ token, depth }: { token: Tokens.List; depth: number }) {
  const items = token.items.map((item, at) => (
    <li key={at}>
      <Parts tokens={item.tokens} depth={depth} />
    </li>
  ))
  return token.ordered ? (
    <ol start={token.start === '' ? 1 : token.start} className="assistant-list">
      {items}
    </ol>
  ) : (
    <ul className="assistant-list">{items}</ul>
  )
}

const aligned = { left: 'text-start', center: 'text-center', right: 'text-end' } as const

function TableOf({ token, depth }: { token: Tokens.Table; depth: number }) {
  const cells = (row: Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map((cell, at) => (
      <Cell key={at} className={`border border-line px-2 py-1 ${aligned[cell.align ?? 'left']}`}>
        <Parts tokens={cell.tokens} depth={depth} />
      </Cell>
    ))
  return (
    <div className="overflow-x-auto">
      <table className="text-xs">
        <thead>
          <tr>{cells(token.header, 'th')}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const IsInLink = createContext(false)

/**
 * A link with untrusted text: its host is shown next to it, and isolated from direction marks in
 * the text.
 */
function Outward({ href, children }: { href: string; children: ReactNode }) {
  const isInLink = use(IsInLink)
  const url = URL.canParse(href) ? new URL(href) : undefined
  if (isInLink || url === undefined || !['http:', 'https:'].includes(url.protocol)) return children
  return (
    <IsInLink value>
      <a
        href={url.href}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent underline underline-offset-2"
      >
        <bdi>{children}</bdi>
      </a>
      <span className="text-ink-faint"> ({url.host})</span>
    </IsInLink>
  )
}
