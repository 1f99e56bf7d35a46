import type { Client } from '@torniquete/contract/clients.ts'
import { readSocialLinks } from '@torniquete/contract/shapes.ts'
import { type ContactLink, contactLinks } from '../../features/contacts/contact-links.ts'

export function linksOfClient(client: Client): ContactLink[] {
  return contactLinks({
    email: client.email,
    phone: client.phone_number,
    social: readSocialLinks(client.social_link),
  })
}
