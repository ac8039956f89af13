import { Button } from '../../../ui/Button.tsx'
import { InvalidRows } from './InvalidRows.tsx'
import type { DraftKey } from './table-draft.ts'

type Props = {
  projectRef: string
  tableId: number
  draftKey: DraftKey
  /** PostgreSQL refused the key: violating rows are loaded automatically. */
  isRefused: boolean
  /** Keeps the rows; the key applies to new ones only. */
  onKeepInvalid: () => void
}

/** The rows that violate the key, loaded before it is added. */
export function Violations({ draftKey, isRefused, onKeepInvalid, ...scope }: Props) {
  const { columns, references, is_valid: isForAll } = draftKey
  const isWhole =
    references.table !== '' && [...columns, ...references.columns].every((name) => name !== '')
  return (
    <InvalidRows
      {...scope}
      rule={{ columns, references }}
      missing={isWhole ? undefined : 'Choose the columns first'}
      isRefused={isRefused}
      title={(count) =>
        count === 1 ? 'row references a missing row' : 'rows reference missing rows'
      }
      text={
        isForAll
          ? 'Correct them first, or skip validation: then the key applies to new rows only.'
          : 'They stay unchanged: the key applies to new rows only.'
      }
      action={
        isForAll && (
          <Button size="small" onClick={onKeepInvalid}>
            Skip validation
          </Button>
        )
      }
    />
  )
}
