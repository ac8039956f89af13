import { type Area, everyMinute } from '../../install/area.ts'
import { vaultKeyFeature } from './keys.ts'
import vaultKeys from './migrations/0044-vault-keys.sql?raw'
import { queueRotations, rotateSecrets, rotationTask } from './rotation.ts'
import { secretFeature } from './secrets.ts'

export const vaultArea: Area = {
  name: 'vault',
  migrations: [{ name: '0044-vault-keys', sql: vaultKeys }],
  endpoints: (services) => [...secretFeature(services), ...vaultKeyFeature(services)],
  jobs: (services) => [
    { name: 'vault-rotations', pattern: everyMinute, run: () => queueRotations(services) },
  ],
  tasks: (services) => [
    {
      name: rotationTask,
      run: (payload, signal) => rotateSecrets(services, (payload as { ref: string }).ref, signal),
    },
  ],
}
