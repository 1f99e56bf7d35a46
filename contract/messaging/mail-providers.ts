// Settings of well-known mail providers, as of November 2026, found by the domain of an address.

export const mailSecurityModes = ['starttls', 'tls', 'none'] as const
export type MailSecurityMode = (typeof mailSecurityModes)[number]

export interface MailProvider {
  name: string
  /** Mail domains of the provider (the part after @). */
  domains: readonly string[]
  host: string
  port: number
  security: MailSecurityMode
  /** Spanish instructions for the person who sets up the mail account. */
  hint: string
  /** Mails per second that the provider accepts, if fewer than the product's default. */
  perSecond?: number
}

export const mailProviders: readonly MailProvider[] = [
  {
    name: 'Gmail',
    domains: ['gmail.com', 'googlemail.com'],
    host: 'smtp.gmail.com',
    port: 587,
    security: 'starttls',
    hint: 'Google no acepta aquí la contraseña de siempre: activa la verificación en dos pasos y crea una «contraseña de aplicación» en myaccount.google.com/apppasswords. Deja enviar unos 500 correos al día.',
  },
  {
    name: 'Outlook.com y Hotmail',
    domains: ['outlook.com', 'outlook.es', 'hotmail.com', 'hotmail.es', 'live.com', 'msn.com'],
    host: 'smtp-mail.outlook.com',
    port: 587,
    security: 'starttls',
    hint: 'Microsoft ya no acepta contraseñas de cuentas personales para enviar desde otro programa: usa otra cuenta de correo.',
    perSecond: 0.5,
  },
  {
    name: 'Microsoft 365',
    domains: [],
    host: 'smtp.office365.com',
    port: 587,
    security: 'starttls',
    hint: 'Quien administra la cuenta de la empresa debe permitir «SMTP autenticado», que Microsoft está retirando. Acepta 30 correos por minuto.',
    perSecond: 0.5,
  },
  {
    name: 'Yahoo',
    domains: ['yahoo.com', 'yahoo.es', 'ymail.com'],
    host: 'smtp.mail.yahoo.com',
    port: 465,
    security: 'tls',
    hint: 'Yahoo pide una «contraseña de aplicación»: se crea en Seguridad de la cuenta. La de siempre no sirve.',
  },
  {
    name: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    host: 'smtp.mail.me.com',
    port: 587,
    security: 'starttls',
    hint: 'Apple pide una «contraseña específica de app»: se crea en account.apple.com, Inicio de sesión y seguridad.',
  },
  {
    name: 'Zoho',
    domains: ['zohomail.com', 'zoho.com'],
    host: 'smtp.zoho.com',
    port: 465,
    security: 'tls',
    hint: 'Con verificación en dos pasos, Zoho pide una contraseña de aplicación, que se crea en Seguridad de la cuenta.',
  },
  {
    name: 'Brevo',
    domains: [],
    host: 'smtp-relay.brevo.com',
    port: 587,
    security: 'starttls',
    hint: 'Usa el usuario y la «clave SMTP» (no la clave API) de Ajustes, SMTP y API. Gratis: 300 correos al día.',
  },
]

/** Returns the provider of an address; undefined if its domain is unknown. */
export const findMailProvider = (address: string): MailProvider | undefined => {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  return mailProviders.find(({ domains }) => domains.includes(domain))
}

export const findMailProviderByHost = (host: string): MailProvider | undefined =>
  mailProviders.find((each) => each.host === host.trim().toLowerCase())
