import { path } from '../../lib/routes/path.ts'

export const newAccessToken = path('/account/tokens/new')
