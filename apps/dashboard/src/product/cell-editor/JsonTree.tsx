import { ChevronDown, ChevronRight, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'

import { Button, IconButton } from '../../ui/Button.tsx'
import {
  type JsonMember,
  type JsonNode,
  splitParts,
  readJson,
  withNewPart,
  withoutPart,
  withPart,
} from './json-text.ts'

type TreeProps = {
  /** Of the column, for screen readers. */
  name: string
  text: string
  node: JsonNode
  onChange: (text: string) => void
}

/** The parts of a JSON text; each edit changes its part of the text and nothing else. */
export function JsonTree({ name, text, node, onChange }: TreeProps) {
  return (
    <div className="max-h-64 overflow-auto font-mono text-xs">
      {isList(node) ? (
        <Parts path={name} text={text} node={node} onChange={onChange} />
      ) : (
        <Token label={name} text={text} position={node} onChange={onChange} />
      )}
    </div>
  )
}

const isList = (node: JsonNode) => node.kind === 'object' || node.kind === 'array'

const shownAtOnce = 50

type PartsProps = Omit<TreeProps, 'name'> & { path: string }

function Parts({ path, text, node, onChange }: PartsProps) {
  const [limit, setLimit] = useState(shownAtOnce)
  const parts = splitParts(node)
  return (
    <ul aria-label={`Parts of ${path}`} className="border-l border-line pl-2">
      {parts.slice(0, limit).map((part, at) => (
        // Parts have no name but their place: keys may be double.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <Part
            path={`${path}.${getName(text, part, at)}`}
            label={getName(text, part, at)}
            part={part}
            text={text}
            onChange={onChange}
            onRemove={() => onChange(withoutPart(text, node, at))}
          />
        </li>
      ))}
      <li className="flex gap-1">
        <Button
          size="small"
          variant="ghost"
          icon={Plus}
          aria-label={`Add to ${path}`}
          onClick={() => {
            setLimit(Math.max(limit, parts.length + 1))
            onChange(withNewPart(text, node, node.kind === 'object' ? '"": null' : 'null'))
          }}
        >
          Add
        </Button>
        {parts.length > limit && (
          <Button size="small" variant="ghost" onClick={() => setLimit(limit * 4)}>
            {`Show more of ${parts.length}`}
          </Button>
        )}
      </li>
    </ul>
  )
}

const getName = (text: string, { keyStart, keyEnd }: JsonMember, at: number): string =>
  keyStart === keyEnd ? String(at) : text.slice(keyStart + 1, keyEnd - 1)

type PartProps = {
  path: string
  label: string
  part: JsonMember
  text: string
  onChange: (text: string) => void
  onRemove: () => void
}

function Part({ path, label, part, text, onChange, onRemove }: PartProps) {
  const { keyStart, keyEnd, value } = part
  const [isOpen, setIsOpen] = useState(false)
  const hasKey = keyStart !== keyEnd
  const size = splitParts(value).length
  // A list replaces the field of the typed value, and takes over the focus.
  const isTyped = useRef(false)
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (button === null || !isTyped.current) return
    isTyped.current = false
    button.focus()
  }
  return (
    <>
      <div className="flex min-h-7 items-center gap-1">
        {hasKey ? (
          <Token
            isKey
            label={`Key ${path}`}
            text={text}
            position={{ start: keyStart, end: keyEnd }}
            onChange={onChange}
          />
        ) : (
          <span className="w-8 flex-none text-right text-ink-faint">{label}</span>
        )}
        {isList(value) ? (
          <Button
            size="small"
            variant="ghost"
            icon={isOpen ? ChevronDown : ChevronRight}
            ref={takeFocus}
            aria-expanded={isOpen}
            aria-label={`Parts of ${path}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {value.kind === 'object' ? `{ ${size} }` : `[ ${size} ]`}
          </Button>
        ) : (
          <Token
            label={path}
            text={text}
            position={value}
            onChange={(next) => {
              isTyped.current = true
              onChange(next)
            }}
          />
        )}
        <span className="flex-1" />
        <IconButton size="small" icon={X} label={`Remove ${path}`} onClick={onRemove} />
      </div>
      {isOpen && isList(value) && (
        <Parts path={path} text={text} node={value} onChange={onChange} />
      )}
    </>
  )
}

type TokenProps = {
  label: string
  text: string
  position: { start: number; end: number }
  isKey?: boolean
  onChange: (text: string) => void
}

/** A key or value as written; invalid JSON stays in the field until it is valid. */
function Token({ label, text, position, isKey = false, onChange }: TokenProps) {
  const token = text.slice(position.start, position.end)
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && !isToken(typed, isKey)
  return (
    <input
      aria-label={label}
      aria-invalid={isWrong || undefined}
      className={`min-w-0 rounded-control border border-transparent bg-transparent px-1 py-0.5 hover:border-control focus:border-control focus:bg-canvas aria-invalid:border-bad pointer-coarse:text-lg ${isKey ? 'field-sizing-content max-w-40 flex-none text-ink-soft' : 'flex-[10] text-ink'}`}
      spellCheck={false}
      value={typed ?? token}
      onChange={({ target }) => {
        setTyped(target.value)
        if (isToken(target.value, isKey)) onChange(withPart(text, position, target.value.trim()))
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined)
      }}
    />
  )
}

function isToken(text: string, isKey: boolean): boolean {
  const { node } = readJson(text)
  return node !== undefined && (!isKey || node.kind === 'string')
}
