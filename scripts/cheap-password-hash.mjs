// @ts-check
// Preloaded before the product in browser tests, which hash about a thousand passwords. Lowers the cost of a password
// hash; each stored hash contains its own cost, so that it is still verified correctly.
import { createRequire } from 'node:module'

/**
 * Replaces the hash function of the module before the product imports it.
 * @type {{ hash: (password: string, options?: object, ...more: unknown[]) => Promise<string> }}
 */
const argon2 = createRequire(new URL('../server/package.json', import.meta.url))('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password, options, ...more) => hash(password, { ...options, memoryCost: 64, timeCost: 1 }, ...more)
