let PEER = "streams"
