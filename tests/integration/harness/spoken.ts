/** Returns a text without that of the catalogues, as the pseudo-locale brackets it. A sentence may hold another one. */
export function withoutSpoken(text: string): string {
  const inner = /\[!!(?:(?!\[!!|!!\])[^])*!!\]/g;
  const rest = text.replace(inner, '');
  return rest === text ? text : withoutSpoken(rest);
}
