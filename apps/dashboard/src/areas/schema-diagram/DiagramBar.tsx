import { buildPath } from '@basalt/contract/client'
import { databaseDefinitions } from '@basalt/contract/database/definitions'
import type { DiagramTable, SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { Download, LayoutGrid } from 'lucide-react'

import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Input.tsx'
import { Menu } from '../../ui/Menu.tsx'
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

/** The writers are loaded when one of them is used. */
function ExportMenu({ diagram, places, at }: Props) {
  const exportAs = async (kind: 'svg' | 'png' | 'mermaid' | 'dbml') => {
    const files = await import('./export/diagram-files.ts')
    await files.exportDiagram(kind, { diagram, places, name: at.schema })
  }
  const start = (kind: Parameters<typeof exportAs>[0]) =>
    void exportAs(kind).catch((error: unknown) =>
      notify.error(error instanceof Error ? error.message : 'The export failed'),
    )
  return (
    <Menu
      align="end"
      trigger={<Button icon={Download}>Export</Button>}
      items={[
        { label: 'SVG', onSelect: () => start('svg') },
        { label: 'PNG', onSelect: () => start('png') },
        { label: 'Mermaid', onSelect: () => start('mermaid') },
        { label: 'DBML', onSelect: () => start('dbml') },
        {
          label: 'SQL',
          onSelect: () => {
            globalThis.location.assign(
              buildPath(databaseDefinitions.schema, { ref: at.ref, schema: at.schema }),
            )
          },
        },
      ]}
    />
  )
}
