import { Dices, Timer } from 'lucide-react'

import { Button } from '../../ui/Button.tsx'
import type { ToolProps } from './cell-tools.ts'
import { newUuid } from './uuid-text.ts'

/** Generates ids. */
export function UuidTool({ field }: ToolProps) {
  return (
    <div className="flex flex-wrap gap-1 border-t border-line p-1.5">
      <Button
        size="small"
        icon={Dices}
        data-tool-start
        onClick={() => field.change(newUuid('random'))}
      >
        Random
      </Button>
      <Button size="small" icon={Timer} onClick={() => field.change(newUuid('time'))}>
        Ordered by time
      </Button>
    </div>
  )
}
