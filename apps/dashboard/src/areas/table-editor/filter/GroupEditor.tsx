import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition, FilterGroup } from '@basalt/pg-model'
import { Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'

import { Button, IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { ConditionRow } from './ConditionRow.tsx'
import type { ConditionFault } from './fault-position.ts'
import { newCondition } from './new-condition.ts'

type Node = FilterCondition | FilterGroup

type Props = {
  columns: readonly Column[]
  group: FilterGroup
  depth: number
  faults: readonly ConditionFault[]
  onChange: (group: FilterGroup) => void
  /** The root group cannot be removed. */
  onRemove?: (() => void) | undefined
}

const deepest = 3

/** Conditions and groups of which all or any must hold. */
export function GroupEditor({ columns, group, depth, faults, ...rest }: Props) {
  const { onChange, onRemove } = rest
  const { match, conditions } = group
  const put = (at: number, ...nodes: Node[]) =>
    onChange({ match, conditions: conditions.toSpliced(at, 1, ...nodes) })
  const isNamed = conditions.length > 1 || depth > 0

  return (
    <fieldset className={depth === 0 ? '' : 'border-l-2 border-line-strong pl-3'}>
      <legend className="sr-only">{depth === 0 ? 'Conditions' : 'Group of conditions'}</legend>
      <div className="flex flex-col gap-2">
        {isNamed && <Match group={group} onChange={onChange} onRemove={onRemove} />}
        {conditions.map((node, at) =>
          'match' in node ? (
            <GroupEditor
              key={at}
              columns={columns}
              group={node}
              depth={depth + 1}
              faults={faults}
              onChange={(next) => put(at, next)}
              onRemove={() => put(at)}
            />
          ) : (
            <ConditionRow
              key={at}
              columns={columns}
              condition={node}
              fault={faults.find(({ condition }) => condition === node)?.message}
              onChange={(next) => put(at, next)}
              onRemove={() => put(at)}
            />
          ),
        )}
        <Additions
          columns={columns}
          match={depth < deepest ? match : undefined}
          count={conditions.length}
          onAdd={(node) => onChange({ match, conditions: [...conditions, node] })}
        />
      </div>
    </fieldset>
  )
}

function Match({ group, onChange, onRemove }: Pick<Props, 'group' | 'onChange' | 'onRemove'>) {
  return (
    <span className="flex items-center gap-2 text-ink-soft">
      <Select
        aria-label="Match all or any"
        className="w-20"
        value={group.match}
        onChange={(event) =>
          onChange({ ...group, match: event.target.value === 'any' ? 'any' : 'all' })
        }
      >
        <option value="all">All</option>
        <option value="any">Any</option>
      </Select>
      of these conditions
      <span className="flex-1" />
      {onRemove !== undefined && <IconButton icon={X} label="Remove group" onClick={onRemove} />}
    </span>
  )
}

type AdditionProps = {
  columns: readonly Column[]
  /** Of the parent group; undefined at the maximum depth. */
  match: FilterGroup['match'] | undefined
  /** Number of conditions and groups before it. */
  count: number
  onAdd: (node: Node) => void
}

function Additions({ columns: [column], match, count, ...rest }: AdditionProps) {
  const { place, onAdd } = useFirstField(count, rest.onAdd)
  if (column === undefined) return null
  const pair = [newCondition(column), newCondition(column)]
  return (
    <span ref={place} className="flex gap-1">
      <Button size="small" variant="ghost" icon={Plus} onClick={() => onAdd(newCondition(column))}>
        Add condition
      </Button>
      {match !== undefined && (
        <Button
          size="small"
          variant="ghost"
          icon={Plus}
          onClick={() => onAdd({ match: match === 'all' ? 'any' : 'all', conditions: pair })}
        >
          Add group
        </Button>
      )}
    </span>
  )
}

/** An added condition takes the focus in its first field. */
function useFirstField(count: number, onAdd: AdditionProps['onAdd']) {
  const place = useRef<HTMLSpanElement>(null)
  const added = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (added.current === undefined || added.current >= count) return
    added.current = undefined
    const node = place.current?.previousElementSibling
    node?.querySelector<HTMLElement>('[aria-label="Column"]')?.focus()
  })
  return {
    place,
    onAdd: (node: Node) => {
      added.current = count
      onAdd(node)
    },
  }
}
