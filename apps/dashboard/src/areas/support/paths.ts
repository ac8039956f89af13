import { path } from '../../lib/routes/path.ts'

export const supportRequest = path('/support/{id}')
export const operatorRequests = path('/operator/support')
export const operatorRequest = path('/operator/support/{id}')
