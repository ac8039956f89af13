import { useQuery } from '@tanstack/react-query'
import {
  Cookie,
  FlaskConical,
  KeyRound,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Mail,
  SquareTerminal,
  UserRound,
} from 'lucide-react'
import type { ReactElement } from 'react'

import { themeNames } from '../../lib/browser/theme.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useInstall } from '../../lib/install.tsx'
import { paths } from '../../lib/paths.ts'
import { profileQuery } from '../../lib/session/account.ts'
import { storage, themes } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { openPrivacySettings } from '../../product/open-privacy-settings.ts'
import type { MenuItem } from '../../ui/menu-props.ts'
import { MenuList } from '../../ui/MenuList.tsx'

type Props = {
  /** A button; it gets the attributes of a menu trigger. */
  trigger: ReactElement<Record<string, unknown>>
  name: string
}

/** The content of the account menu; it opens at once. */
export function ProfileMenuList({ trigger, name }: Props) {
  const go = useGo()
  const { capabilities } = useInstall()
  const { data: profile } = useQuery(profileQuery())
  const [theme, setTheme] = useSetting(storage.theme)
  const hasAccounts = capabilities.includes('accounts')
  const canSignOut = hasAccounts || capabilities.includes('admin-password')

  const link = (label: string, icon: LucideIcon, href: string): MenuItem => ({
    label,
    icon,
    onSelect: () => go(href),
  })
  const items: MenuItem[] = [
    { kind: 'content', label: 'who', content: <Who name={name} email={profile?.primary_email} /> },
    { kind: 'separator' },
    { label: 'Account', icon: UserRound, keys: 'g a', onSelect: () => go(paths.account()) },
    ...(hasAccounts ? [link('Access tokens', KeyRound, paths.accountTokens())] : []),
    link('Support', LifeBuoy, hasAccounts ? paths.supportRequests() : paths.support({})),
    ...(capabilities.includes('outbox') ? [link('Outbox', Mail, paths.outbox())] : []),
    ...(profile?.is_operator === true ? [link('Operator', SquareTerminal, paths.operator())] : []),
    ...dialogItems(capabilities.includes('consent')),
    { kind: 'separator' },
    { kind: 'heading', label: 'Theme' },
    ...themes.map((one): MenuItem => ({
      kind: 'choice',
      label: themeNames[one],
      isChosen: theme === one,
      onSelect: () => setTheme(one),
    })),
    ...(canSignOut
      ? [{ kind: 'separator' } as const, link('Sign out', LogOut, paths.logout())]
      : []),
  ]

  return <MenuList align="end" items={items} trigger={trigger} />
}

/** Entries that open over the page instead of leaving it. */
const dialogItems = (asksConsent: boolean): MenuItem[] => [
  {
    label: 'Feature previews',
    icon: FlaskConical,
    onSelect: () => storage.featurePreviewModal.set(true),
  },
  ...(asksConsent
    ? [{ label: 'Privacy settings', icon: Cookie, onSelect: () => void openPrivacySettings() }]
    : []),
]

function Who({ name, email }: { name: string; email: string | undefined }) {
  return (
    <div className="flex flex-col">
      <span className="truncate font-medium">{name}</span>
      {email !== undefined && email !== name && (
        <span className="truncate text-xs text-ink-faint">{email}</span>
      )}
    </div>
  )
}
