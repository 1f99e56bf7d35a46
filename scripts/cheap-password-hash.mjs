// @ts-check
// Preloaded before the built product in browser stories, which hash about a thousand passwords. Lowers the cost of a
// hash; a stored hash names its own cost, so no other change is needed.
import { createRequire } from 'node:module'

/**
 * Changes the module's exports before the product imports it.
 * @type {{ hash: (password: string, options?: object, ...more: unknown[]) => Promise<string> }}
 */
const argon2 = createRequire(new URL('../server/package.json', import.meta.url))('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password, options, ...more) => hash(password, { ...options, memoryCost: 64, timeCost: 1 }, ...more)
