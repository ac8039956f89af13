import { Button } from '../../ui/Button.tsx'

/** Initial prompts. Each is a question that can be edited before it is sent. */
const prompts = [
  {
    label: 'Query your data',
    text: 'Write a query that shows the most interesting figures of this database.',
  },
  {
    label: 'Health check',
    text: 'Check the tables of this database and tell me what to fix: missing keys, missing indexes on foreign keys, tables without row level security.',
  },
  {
    label: 'Set up RLS policies',
    text: 'Suggest row level security policies for the tables that have none. Ask me who should have access before you write them.',
  },
  {
    label: 'Create a function',
    text: 'Write a database function for me. Ask me what it should do.',
  },
  {
    label: 'Generate sample data',
    text: 'Write INSERT statements with ten realistic rows for each of my tables, in an order that the foreign keys allow.',
  },
] as const

type Props = { tells: string; onChoose: (text: string) => void }

/** An empty chat: possible questions, and the shared data. */
export function Suggestions({ tells, onChoose }: Props) {
  return (
    <div className="flex flex-1 flex-col justify-end gap-3 overflow-y-auto p-3">
      <h2 className="text-base font-semibold">How can I help?</h2>
      <ul className="flex flex-wrap gap-1.5">
        {prompts.map(({ label, text }) => (
          <li key={label}>
            <Button size="small" onClick={() => onChoose(text)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-soft">{tells}</p>
    </div>
  )
}
