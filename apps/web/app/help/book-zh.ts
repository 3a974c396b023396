export const files = import.meta.glob<string>("../../help/zh/*.md", { query: "?raw", import: "default", eager: true });
