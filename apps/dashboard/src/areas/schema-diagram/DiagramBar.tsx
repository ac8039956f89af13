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
import { ViewSwitch } from './views/ViewSwitch.tsx'

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
      <ViewSwitch projectRef={at.ref} schema={at.schema} view="tables" />
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
      {chosen !== undefined && <TableLinks table={chosen} at={at} />}
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

function TableLinks({ table, at: { ref, schema } }: { table: DiagramTable; at: Props['at'] }) {
  return (
    <>
      <Link href={paths.table(ref, table.id)} className="link">
        Open {table.name}
      </Link>
      <Link
        href={paths.schemaDiagram(ref, {
          schema,
          view: 'dependencies',
          object: `pg_class.${table.id}`,
        })}
        className="link"
      >
        Its dependencies
      </Link>
    </>
  )
}
