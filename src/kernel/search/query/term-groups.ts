// Words of which people say one and tools another, a group a line: written by hand from what tools are called and asked for.

const groups = `
  directory folder dir
  delete remove erase unlink trash
  retrieve fetch obtain load
  read view open display show
  image picture photo photograph img
  email mail inbox gmail
  calculate compute evaluate calculator math arithmetic
  convert transform conversion
  create generate make build new
  search find lookup query locate discover
  list enumerate browse
  update modify edit change alter
  send post deliver dispatch
  price quote cost rate
  stock ticker share equity
  cryptocurrency crypto bitcoin ethereum coin token
  url link website webpage page site web
  scrape crawl extract fetch
  repository repo
  issue ticket bug
  message chat dm text sms
  meeting event calendar appointment schedule agenda
  reminder alarm alert notification
  weather forecast temperature climate
  movie film cinema
  song music track audio album
  video youtube clip
  flight airline plane
  hotel accommodation lodging airbnb homestay
  restaurant dining cafe food
  recipe cooking dish ingredient meal
  location place address geocode coordinates map
  times multiply multiplication mul product
  divided divide division div quotient
  plus add sum addition total
  minus subtract subtraction difference
  news headlines articles
  powerpoint ppt pptx slides slide presentation
  excel spreadsheet xlsx sheet csv
  word docx document doc
  pdf document
  database db sql table
  terminal shell bash command process execute
  run execute start launch
  browser chrome playwright puppeteer selenium
  navigate goto visit open
  shopping purchase buy product ecommerce store
  order purchase booking
  reservation booking book reserve
  car vehicle automobile
  loan mortgage credit
  translate translation language
  summarize summary summarise abstract
  user account profile
  login authenticate auth signin
  password credential secret
  file document
  write save store
  append add insert
  copy duplicate clone
  move rename
  upload attach
  download fetch save
  screenshot capture snapshot
  click press tap
  fill type input enter
  chart graph plot diagram visualization
  code program script source
  package library dependency module
  vulnerability security cve
  deploy release publish
  container docker pod
  commit push
  branch fork
  merge pull
  log logs history
  metric statistics stats analytics
  translate interpret
  stop cancel abort terminate kill
  paper article publication arxiv research
  doctor physician medical health
  medicine drug medication pharmacy
  job employment career hiring
  school university course education
  game gaming play player
  sport match team league
  exchange currency forex
  tax income salary
  distance route directions travel
  trip travel itinerary vacation tour
  time clock timezone date
  validate verify check
  compare diff
  sort order rank
  filter select
  random generate
  encrypt cipher
  compress zip archive
  qr barcode
  speech voice audio transcribe
  caption subtitle transcript
  ask question answer
  todo task reminder
  note memo notes
  contact phone telephone number
  gift present
  property real estate house housing apartment
  remember store memory recall
  knowledge fact wikipedia encyclopedia
  scan audit inspect
  ping reachability latency
  dns domain whois hostname
  ip address network
  port socket
  certificate ssl tls
  cloud aws azure server
  bucket storage object
  queue topic stream broker
  cluster node kubernetes k8s
  metric monitor monitoring dashboard
  error exception failure bug
  test testing assert
  lint format style
  build compile bundle
  install setup dependency
  version release tag
  schema structure definition
  column field attribute
  row record entry
  join combine merge concatenate
  split divide separate
  replace substitute
  match regex pattern
  count number total amount
  average mean
  maximum max highest top largest
  minimum min lowest smallest
  percentage percent ratio rate
  square area surface
  length distance size
  volume capacity
  speed velocity
  weight mass
  height elevation altitude
  circle radius diameter
  triangle geometry angle
  equation solve root quadratic
  derivative calculus integral integrate
  matrix vector linear
  prime factor divisor
  probability chance odds
  interest principal loan
  profit loss margin revenue earnings
  investment portfolio invest fund
  bank account balance transfer
  payment pay transaction invoice charge
  refund reimburse chargeback
  subscription plan membership
  coupon discount deal promotion offer
  cart basket checkout
  review rating feedback comment
  seller vendor supplier merchant
  shipping delivery parcel package track tracking
  clothing clothes fashion outfit apparel
  shoe sneaker footwear
  furniture decor interior
  cosmetics beauty makeup skincare
  art painting sculpture artwork museum
  book novel author library
  poem poetry lyrics
  joke humor funny
  story tale fiction
  quote quotation saying
  game puzzle quiz trivia
  chess move board
  dice coin random roll
  anime manga cartoon
  actor celebrity cast star
  concert event show performance
  ticket seat admission
  party wedding celebration
  flower plant garden
  dog cat pet animal
  bird species wildlife
  farm crop soil agriculture
  energy power electricity
  solar sun sunrise sunset
  moon lunar astronomy planet space
  earthquake disaster hazard
  air pollution quality
  covid pandemic disease virus
  symptom diagnosis disease condition
  hospital clinic patient
  exercise workout fitness training gym
  calorie nutrition diet food
  sleep meditation mental wellness
  psychology therapy counseling
  horoscope astrology zodiac tarot fortune
  religion bible verse scripture
  holiday festival vacation
  country nation region
  city town
  zip postal code postcode
  state province
  street road traffic
  parking park garage
  train railway rail
  bus transit transport commute
  taxi ride cab
  fuel gas petrol gasoline
  ship vessel boat port
  aircraft plane airport
  visa passport immigration
  law legal attorney court
  contract agreement
  patent trademark
  crime police
  election vote politics government
  company business corporation firm organization
  employee staff worker personnel
  salary wage pay income compensation
  resume cv
  interview candidate hiring recruit
  customer client buyer
  lead prospect crm
  marketing advertising campaign ad
  seo keyword ranking
  brand logo design
  blog post article content
  tweet twitter post
  instagram facebook social media
  follower fan subscriber
  hashtag trend trending
  channel playlist
  podcast episode
  stream live broadcast
  subtitle caption
  voice speech talk
  recognize detect identify recognition detection
  classify categorize classification
  cluster group segment
  embed embedding vector
  predict forecast prediction estimate
  sentiment emotion mood
  entity extract parse
  ocr text scan
  face facial
  object detection
  resize crop scale
  rotate flip
  color colour palette
  font typeface
  icon symbol emoji
  animation gif
  3d model mesh
  map geographic gis
  device phone mobile smartphone
  laptop computer pc
  camera lens
  sensor iot temperature
  light lamp bulb
  thermostat heating
  door lock
  robot drone
  student teacher class
  exam quiz grade
  homework assignment
  dictionary definition meaning word
  synonym antonym thesaurus
  grammar spelling spell
  rhyme poem
  language english spanish french
  currency money dollar euro
  gold silver metal commodity
  oil crude
  bond treasury yield
  option derivative future
  dividend split
  ipo listing
  insurance policy premium claim
  retirement pension
  budget expense spending
  receipt invoice bill
  timer countdown alarm
  date day month year
  week weekday
  age birthday birth
  zone timezone
  schedule plan
  availability available free slot
  guest visitor attendee participant
  invite invitation
  member user person people
  role permission access
  group team organization
  project workspace
  task job work
  status state progress
  priority importance
  deadline due
  label tag category
  attachment file
  folder directory
  link hyperlink url
  bookmark favorite save
  backup snapshot restore
  sync synchronize
  import load
  export dump save
  print printer
  preview view
  undo revert rollback
  pause resume
  enable activate
  disable deactivate turn
  increase raise
  decrease reduce lower
  open launch start
  close shut exit end
  connect connection
  disconnect
  subscribe follow
  block ban
  report summary
  chart bar pie line histogram plot
  uuid id identifier guid
  hash checksum digest md5 sha
  base64 encode decode
  json xml yaml
  html markdown
  api endpoint request
  header cookie
  proxy vpn
  token key credential
  session login
  captcha verification
`;

/** Each group as its words. A word may stand in several. */
export const termGroups: readonly (readonly string[])[] = groups
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));
