/** What lists of rules and of events ask for alike. */
export interface AlarmPage {
  readonly current_page: number;
  readonly page_size: number;
  readonly keyword: string;
  readonly things_id?: string;
}
