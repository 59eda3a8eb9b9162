/** A practice server, as the first screen shows it. */
export interface PracticeServer {
  readonly vendor: 'mysql' | 'mariadb';
  readonly state: 'not-installed' | 'stopped' | 'starting' | 'running' | 'failed';
  /** The current step while it starts ("Making the shop schema: 120,000 orders"), or why it failed. */
  readonly detail: string;
  readonly profileId: string;
}
