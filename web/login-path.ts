export const loginPath = '/'
