import { Braces, ListTree } from 'lucide-react'
import { useMemo, useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import type { ToolProps } from './cell-tools.ts'
import { formatJson, readJson } from './json-text.ts'
import { JsonTree } from './JsonTree.tsx'

/** Beyond this the tree would be slower than the text. */
const maxTreeLength = 2_000_000

/** JSON as a tree over its exact text; formatting changes spaces only. */
export function JsonTool({ column, field }: ToolProps) {
  const [isTree, setIsTree] = useState(true)
  const text = field.value ?? ''
  const reading = useMemo(
    () => (text === '' || text.length > maxTreeLength ? undefined : readJson(text)),
    [text],
  )
  const node = reading?.node
  return (
    <div className="flex flex-col gap-1 border-t border-line p-1.5">
      <div className="flex gap-1">
        <Button
          size="small"
          icon={Braces}
          data-tool-start
          disabledReason={node === undefined ? 'Enter JSON to format' : undefined}
          onClick={() => node && field.change(formatJson(text, node))}
        >
          Format
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={ListTree}
          aria-pressed={isTree}
          onClick={() => setIsTree(!isTree)}
        >
          Tree
        </Button>
      </div>
      {isTree && node !== undefined && (
        <JsonTree name={column.name} text={text} node={node} onChange={field.change} />
      )}
    </div>
  )
}
