import { useSuspenseQuery } from '@tanstack/react-query'

import { profileQuery } from '../../lib/account.ts'
import { Panel } from '../../lib/Panel.tsx'
import { storage, themes } from '../../lib/storage.ts'
import { themeNames } from '../../lib/theme.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useSetting } from '../../lib/use-setting.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Badge } from '../../ui/Status.tsx'
import { ThemePreview } from './ThemePreview.tsx'

export function AccountPage() {
  useDocumentTitle('Account')
  return (
    <PageBody width="form">
      <PageHeader title="Account" description="Who you are, and how Basalt looks on this device." />
      <Panel failure="Your profile could not be loaded">
        <Profile />
      </Panel>
      <Appearance />
    </PageBody>
  )
}

function Profile() {
  const { data: profile } = useSuspenseQuery(profileQuery())
  const rows = [
    { name: 'Name', value: profile.name ?? '–' },
    { name: 'E-mail', value: profile.primary_email },
    {
      name: 'Two-factor sign-in',
      value: profile.is_mfa_enabled ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>,
    },
  ]
  return (
    <Card title="Profile">
      <dl>
        {rows.map(({ name, value }) => (
          <div
            key={name}
            className="grid min-h-10 grid-cols-[120px_minmax(0,1fr)] items-center gap-4 border-t border-line px-4 py-2 tablet:grid-cols-[200px_minmax(0,1fr)]"
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Appearance() {
  const [theme, setTheme] = useSetting(storage.theme)
  return (
    <Card title="Theme" description="Kept on this device.">
      <CardBody>
        <fieldset className="grid grid-cols-2 gap-3 tablet:grid-cols-4">
          <legend className="sr-only">Theme</legend>
          {themes.map((one) => (
            <label
              key={one}
              className="flex cursor-pointer flex-col gap-2 rounded-card border border-line p-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
            >
              <ThemePreview theme={one} />
              <span className="flex items-center gap-2">
                <input
                  type="radio"
                  name="theme"
                  className="size-3.5 outline-none"
                  checked={theme === one}
                  onChange={() => setTheme(one)}
                />
                {themeNames[one]}
              </span>
            </label>
          ))}
        </fieldset>
      </CardBody>
    </Card>
  )
}
