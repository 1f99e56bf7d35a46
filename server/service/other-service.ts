import type { User } from './machine.ts'

/** How the service of the other kind is taken away. */
export const removeOf = (administrator: boolean, { name }: User): string =>
  administrator ? 'sudo npm run service -- --remove' : `npm run service -- --remove (sin sudo, como ${name})`
