import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const vault: Area = {
  pages: [
    page(path('/project/{ref}/settings/vault/secrets'), {
      guard: 'database',
      load: () => import('./VaultPage.tsx'),
      entries: [
        {
          label: 'Vault',
          section: 'Settings',
          position: 83,
          words: 'secrets keys passwords tokens encryption rotate supabase_vault',
        },
      ],
    }),
  ],
}
