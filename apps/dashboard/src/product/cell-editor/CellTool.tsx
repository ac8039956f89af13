import { ArrayTool } from './ArrayTool.tsx'
import { BinaryTool } from './BinaryTool.tsx'
import { type ToolProps, getTool } from './cell-tools.ts'
import { DayTool } from './DayTool.tsx'
import { JsonTool } from './JsonTool.tsx'
import { ReferenceTool } from './ReferenceTool.tsx'
import { UuidTool } from './UuidTool.tsx'
import { getExample } from './value-checks.ts'

/** A tool for editing a column next to its text; the text is authoritative. */
export function CellTool(props: ToolProps) {
  const kind = getTool(props.column)
  if (kind === undefined) return null
  if (kind === 'hint') return <Hint dataType={props.column.data_type} />
  const Tool = {
    reference: ReferenceTool,
    json: JsonTool,
    array: ArrayTool,
    day: DayTool,
    uuid: UuidTool,
    binary: BinaryTool,
  }[kind]
  return <Tool {...props} />
}

function Hint({ dataType }: { dataType: string }) {
  const example = getExample(dataType)
  if (example === undefined) return null
  return (
    <p className="border-t border-line px-2.5 py-1.5 text-xs text-ink-faint">
      For example <code className="font-mono text-ink-soft">{example}</code>
    </p>
  )
}
