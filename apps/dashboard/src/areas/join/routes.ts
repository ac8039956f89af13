import { type Area, page } from '../../lib/routes/area.ts'
import { join } from './paths.ts'

/** SPEC.md section 2: nothing is checked on the way here, and nobody need be signed in. */
export const joining: Area = {
  pages: [
    page(join, {
      guard: 'public',
      needs: 'organizations',
      load: () => import('./JoinPage.tsx'),
    }),
  ],
}
