import { type Gym, GymChange, NewGym } from '@torniquete/contract/gyms.ts'
import { readSocialLinks } from '@torniquete/contract/shapes.ts'
import { validateWith } from '../../kit/form-errors.ts'
import { hasBadLink, type LinkRow, linksOfRows, rowsOfLinks } from '../../kit/link-rows.ts'

export interface GymValues {
  name: string
  owner: string
  username: string
  password: string
  email: string
  phone_number: string
  website_url: string
  address: string
  is_active: boolean
  links: LinkRow[]
}

export function valuesOf(gym: Gym | null): GymValues {
  return {
    name: gym?.name ?? '',
    owner: gym?.owner ?? '',
    username: gym?.username ?? '',
    password: '',
    email: gym?.email ?? '',
    phone_number: gym?.phone_number ?? '',
    website_url: gym?.website_url ?? '',
    address: gym?.address ?? '',
    is_active: gym?.is_active ?? true,
    links: rowsOfLinks(readSocialLinks(gym?.social_link)),
  }
}

function sharedBody({ links, ...values }: GymValues) {
  const social = linksOfRows(links)
  return { ...values, social_link: Object.keys(social).length > 0 ? JSON.stringify(social) : null }
}

export const bodyOfNew = (values: GymValues) => sharedBody(values)

/** A blank password stays as it is. */
export const bodyOfChange = (values: GymValues) => ({ ...sharedBody(values), password: values.password || null })

const validateNew = validateWith(NewGym, bodyOfNew)
const validateChange = validateWith(GymChange, bodyOfChange)

export const validateGym = (editing: boolean) => (values: GymValues) => ({
  ...(editing ? validateChange(values) : validateNew(values)),
  ...(hasBadLink(values.links) && { links: 'Debe ser una dirección web válida' }),
})
