import type { AssistantState } from '@basalt/contract/project/assistant'
import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'

import { Offered, useCapability } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** A local model as an example that works unchanged. */
const settings = `BASALT_AI_BASE_URL=http://127.0.0.1:11434/v1
BASALT_AI_MODEL=qwen3:8b`

/** The steps to configure an assistant. */
export function NoModel() {
  return (
    <Why title="No AI model configured">
      <p>
        Basalt works with a model of your choice: a server with an OpenAI-compatible API, on this
        machine or elsewhere. To set one up, your administrator sets these variables and restarts
        Basalt.
      </p>
      <pre className="w-full rounded-card border border-line bg-sunken p-3 text-left font-mono text-xs break-words whitespace-pre-wrap">
        {settings}
      </pre>
      <CopyButton text={settings} label="Copy the settings" size="small" />
      <p>
        <code className="font-mono text-xs">BASALT_AI_API_KEY</code> is for servers that require a
        key.
      </p>
    </Why>
  )
}

type Props = { off: NonNullable<AssistantState['off']>; slug: string | undefined }

/** Why a configured model is not available. */
export function WhyOff({ off, slug }: Props) {
  const hasOrganizations = useCapability('organizations')
  if (off === 'spend_cap')
    return (
      <Why title="The assistant is switched off">
        <p>
          It is available again when spending is below the spend cap, or when the cap is raised.
        </p>
        {slug !== undefined && (
          <Offered by="billing">
            <Leads href={paths.organizationBilling(slug)}>Spend cap</Leads>
          </Offered>
        )}
      </Why>
    )
  return (
    <Why title="The assistant is not enabled for this organization">
      <p>
        {hasOrganizations
          ? 'An owner of the organization chooses which data is shared with the AI model: table names, rows or logs.'
          : 'Your administrator has switched off every level of data sharing with the AI model (BASALT_DISABLED_FEATURES).'}
      </p>
      {hasOrganizations && slug !== undefined && (
        <Leads href={paths.organizationGeneral(slug)}>Change data sharing</Leads>
      )}
    </Why>
  )
}

function Why({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 overflow-y-auto p-6 text-center text-ink-soft">
      <span className="grid size-10 flex-none place-items-center rounded-card bg-raised">
        <Sparkles className="size-5!" />
      </span>
      <h2 className="text-base font-semibold text-ink">{title}</h2>
      {children}
    </div>
  )
}

const Leads = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-accent underline underline-offset-2">
    {children}
  </Link>
)
