import { Lock } from 'lucide-react'

import { Badge } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

/** That no cell of the table can be edited, and why. */
export const ReadOnlyMark = ({ reason }: { reason: string }) => (
  <Tooltip content={reason}>
    <button type="button" aria-label={`Read-only: ${reason}`} className="flex-none">
      <Badge>
        <Lock className="mr-1 size-3!" />
        Read-only
      </Badge>
    </button>
  </Tooltip>
)
