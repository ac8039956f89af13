import { account } from '@basalt/contract/account/account'
import { useSuspenseQuery } from '@tanstack/react-query'

import { themeNames } from '../../../lib/browser/theme.ts'
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { Offered } from '../../../lib/install.tsx'
import { Link } from '../../../lib/Link.tsx'
import { query } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { profileQuery } from '../../../lib/session/account.ts'
import { storage, themes } from '../../../lib/storage/storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import { Panel } from '../../../product/Panel.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { PageBody, PageHeader } from '../../../ui/PageHeader.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { ConfirmIdentity } from '../identity-check/ConfirmIdentity.tsx'
import { DeleteAccountCard } from './DeleteAccountCard.tsx'
import { EmailCard } from './EmailCard.tsx'
import { IdentitiesCard } from './IdentitiesCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { ThemePreview } from './ThemePreview.tsx'

export function AccountPage() {
  useDocumentTitle('Account')
  return (
    <PageBody width="form">
      <PageHeader title="Account" description="Profile and appearance." />
      <ConfirmIdentity>
        <Panel failure="Your profile could not be loaded">
          <Offered by="accounts">
            <Personal />
          </Offered>
        </Panel>
        <Appearance />
        <Offered by="accounts">
          <DeleteAccountCard />
        </Offered>
      </ConfirmIdentity>
    </PageBody>
  )
}

function Personal() {
  const { data: profile } = useSuspenseQuery(profileQuery())
  const { data: details } = useSuspenseQuery(query(account.details, {}))
  return (
    <>
      <ProfileCard profile={profile} />
      <EmailCard profile={profile} details={details} />
      <TwoFactor isOn={profile.is_mfa_enabled} />
      <IdentitiesCard details={details} />
    </>
  )
}

function TwoFactor({ isOn }: { isOn: boolean }) {
  return (
    <Card
      title="Two-factor sign-in"
      description={
        isOn
          ? 'Signing in requires your password and a second factor.'
          : 'Only your password protects your account. Add a second factor.'
      }
      actions={
        <span className="flex items-center gap-3">
          {isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
          <Link className={buttonClass()} href={paths.accountSecurity()}>
            Security
          </Link>
        </span>
      }
    />
  )
}

function Appearance() {
  const [theme, setTheme] = useSetting(storage.theme)
  return (
    <Card title="Theme" description="Saved on this device.">
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
