import type { DiagramTable, SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { LayoutGrid } from 'lucide-react'

import { plural } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Input.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { forgetMoved } from './places/moved-places.ts'
import type { Place } from './places/node-size.ts'

type Props = {
  diagram: SchemaDiagram
  places: ReadonlyMap<number, Place>
  at: { ref: string; schema: string }
  schemas: readonly string[]
  chosen: DiagramTable | undefined
  onChoose: (id: number | undefined) => void
  onSchema: (name: string) => void
  onArrange: () => void
}

/** Above the diagram: its schema, a table to find, the automatic layout, and exports. */
export function DiagramBar(props: Props) {
  const { diagram, at, schemas, chosen, onChoose } = props
  const names = new Set([at.schema, ...schemas])
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <Select
        aria-label="Schema"
        className="w-40"
        value={at.schema}
        onChange={({ target }) => props.onSchema(target.value)}
      >
        {[...names].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Find a table"
        className="w-52"
        value={String(chosen?.id ?? '')}
        onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">Find a table</option>
        {diagram.tables.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {chosen !== undefined && (
        <Link href={paths.table(at.ref, chosen.id)} className="link">
          Open {chosen.name}
        </Link>
      )}
      <span className="hidden flex-1 text-right text-xs text-ink-faint tablet:inline">
        {plural(diagram.tables.length, 'table')}, {plural(diagram.edges.length, 'foreign key')}
      </span>
      <Button
        icon={LayoutGrid}
        onClick={() => {
          forgetMoved(at)
          props.onArrange()
        }}
      >
        Arrange
      </Button>
      <ExportMenu {...props} />
    </div>
  )
}
