// @ts-check
// Loaded before the built product, whose stories are of something else than what a password costs: each makes a gym and logs
// in some times, together a thousand passwords. What was hashed says how much it cost, so this is all.
import { createRequire } from 'node:module'

/**
 * Its exports are what the product imports, which comes after.
 * @type {{ hash: (password: string, options?: object, ...more: unknown[]) => Promise<string> }}
 */
const argon2 = createRequire(new URL('../server/package.json', import.meta.url))('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password, options, ...more) => hash(password, { ...options, memoryCost: 64, timeCost: 1 }, ...more)
